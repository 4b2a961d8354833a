// A stored call as a draft: what the model was asked, in the form in which a run is sent.
import { conversationOf, parsedJson, requestParameters, requestTools } from '@tracewell/sdk/reading';
import type { Message, MessagePart, RequestTool } from '@tracewell/sdk/reading';
import { notFound } from '#lib/app-error';
import { isObject } from '#lib/is-object';
import type { Context } from '#core/context';
import { selectCall, type CallRecord } from '#records';
import { DATA_URL, type ModelChatMessage, type ChatSettings, type ChatToolCall } from '#services/models';
import { scopeOf, withContent } from '#services/record-access';
import { SETTING_LIMITS, type PlaygroundDraft } from './schemas.ts';

export async function draftOfCall(ctx: Context, id: string): Promise<PlaygroundDraft> {
  const found = await ctx.records.ask(scopeOf(ctx), selectCall(id));
  const [call] = found ? await withContent(ctx, [{ record: found.call, hasContent: found.hasContent }]) : [];
  if (!call) throw notFound('Call');
  return playgroundDraft(call);
}

type DraftedCall = Pick<CallRecord, 'id' | 'provider' | 'model' | 'requestMeta' | 'toolCalls'>;

export function playgroundDraft(call: DraftedCall): PlaygroundDraft {
  const meta = call.requestMeta ?? {};
  const { input } = conversationOf(call);
  const promptId = meta['promptId'];
  const schema = meta['outputSchema'];
  return {
    callId: call.id,
    provider: call.provider,
    model: call.model,
    hasContent: input.length > 0,
    messages: chatMessages(input),
    tools: requestTools(meta).map(draftedTool),
    settings: settingsOf(meta),
    outputSchema: isObject(schema) ? schema : null,
    promptId: typeof promptId === 'number' ? promptId : null,
  };
}

const draftedTool = ({ name, description, parameters }: RequestTool): PlaygroundDraft['tools'][number] => ({
  name: toolName(name),
  ...(description === null ? {} : { description: description.slice(0, 4_096) }),
  parameters,
});

/** Vendors accept no other names. */
const toolName = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64);

const NUMBERS: Readonly<Record<string, keyof typeof SETTING_LIMITS>> = {
  temperature: 'temperature',
  top_p: 'topP',
  max_tokens: 'maxOutputTokens',
  max_completion_tokens: 'maxOutputTokens',
  max_output_tokens: 'maxOutputTokens',
  frequency_penalty: 'frequencyPenalty',
  presence_penalty: 'presencePenalty',
  seed: 'seed',
};

function settingsOf(meta: Record<string, unknown>): ChatSettings {
  const settings: ChatSettings = {};
  for (const [name, value] of requestParameters(meta)) {
    const known = NUMBERS[name];
    if (known === undefined) continue;
    const { minimum, maximum } = SETTING_LIMITS[known];
    const number = Number(value);
    const isWhole = Number.isInteger(number) || (known !== 'seed' && known !== 'maxOutputTokens');
    if (number >= minimum && number <= maximum && isWhole) settings[known] = number;
  }
  return settings;
}

const SYSTEM = new Set(['system', 'developer']);

function chatMessages(messages: readonly Message[]): ModelChatMessage[] {
  const drafted: ModelChatMessage[] = [];
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
      calls.push({ id, name: toolName(part.name ?? 'tool'), arguments: parsedJson(part.input) ?? {} });
    }
    const said = parts.flatMap(contentOf);
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
      // A result whose call is not in the conversation cannot be sent as one.
      drafted.push(
        toolCallId === undefined
          ? { role: 'user', content: text }
          : { role: 'tool', content: text, toolCallId },
      );
    }
  }
  return drafted;
}

type Said = { type: 'text'; text: string } | { type: 'image'; image: string };

/** What the model thought is its own; the next one thinks for itself. */
function contentOf(part: MessagePart): Said[] {
  if (part.kind === 'text') return [{ type: 'text', text: part.text }];
  if (part.kind === 'json') return [{ type: 'text', text: JSON.stringify(part.value) ?? '' }];
  if (part.kind !== 'media') return [];
  const { url = '', type } = part;
  return [DATA_URL.test(url) ? { type: 'image', image: url } : { type: 'text', text: `[${type}]` }];
}
