// Converts a recorded conversation to messages for a model.
import { parsedJson, type Message, type MessagePart } from '@tracewell/sdk/reading';
import {
  DATA_URL,
  isForModels,
  type ChatToolCall,
  type WrittenMessage,
  type WrittenPart,
} from '#services/models';

/** Vendors accept no other names. */
export const modelToolName = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64);

const SYSTEM = new Set(['system', 'developer']);

/** `keepsFiles`: stored files stay references, and are sent with their bytes. */
export function chatMessagesOf(messages: readonly Message[], keepsFiles = false): WrittenMessage[] {
  const drafted: WrittenMessage[] = [];
  /** Calls without an answer yet, oldest first. */
  const open: string[] = [];
  let made = 0;
  for (const { role, parts } of messages) {
    const calls: ChatToolCall[] = [];
    for (const part of parts) {
      if (part.kind !== 'toolCall') continue;
      made += 1;
      const id = part.id ?? `call_${made}`;
      open.push(id);
      calls.push({ id, name: modelToolName(part.name ?? 'tool'), arguments: parsedJson(part.input) ?? {} });
    }
    const said = parts.flatMap((part) => contentOf(part, keepsFiles));
    if (said.length > 0 || calls.length > 0) {
      const isPlain = said.every(({ type }) => type === 'text');
      const plain = said.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      const kind = SYSTEM.has(role) ? 'system' : role === 'assistant' ? 'assistant' : 'user';
      drafted.push({
        role: kind,
        content: isPlain || kind !== 'user' ? plain : said,
        ...(calls.length > 0 ? { toolCalls: calls } : {}),
      });
    }
    for (const part of parts) {
      if (part.kind !== 'toolResult') continue;
      const at = part.id === null ? 0 : open.indexOf(part.id);
      const [toolCallId] = at < 0 ? [] : open.splice(at, 1);
      const text = typeof part.result === 'string' ? part.result : (JSON.stringify(part.result) ?? '');
      // A result whose call is not in the conversation cannot be sent as a tool result.
      drafted.push(
        toolCallId === undefined
          ? { role: 'user', content: text }
          : { role: 'tool', content: text, toolCallId },
      );
    }
  }
  return drafted;
}

/** Reasoning is left out: a model does not need the reasoning of another one. */
function contentOf(part: MessagePart, keepsFiles: boolean): WrittenPart[] {
  if (part.kind === 'text') return [{ type: 'text', text: part.text }];
  if (part.kind === 'json') return [{ type: 'text', text: JSON.stringify(part.value) ?? '' }];
  if (part.kind !== 'media') return [];
  const { url = '', type, stored, mediaType = '' } = part;
  if (keepsFiles && stored?.bytes !== undefined && isForModels(mediaType))
    return [{ type: 'media', mediaId: stored.id, contentType: mediaType, bytes: stored.bytes }];
  return [DATA_URL.test(url) ? { type: 'image', image: url } : { type: 'text', text: `[${type}]` }];
}
