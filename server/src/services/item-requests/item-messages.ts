// Places the messages of an item in a prompt, with their images.
import { messagesOf } from '@tracewell/sdk/reading';
import { isObject } from '#lib/is-object';
import { placeholders } from '#lib/placeholders';
import { chatMessagesOf, type ConversationItem } from '#services/model-runs';
import type { ModelChatMessage, WrittenMessage } from '#services/models';
import { readMessages, readVariables, type PromptRow } from '#services/prompts';
import { filler } from './fill-template.ts';

type PromptText = Pick<PromptRow, 'type' | 'template' | 'variables'>;

const isMessage = (value: unknown): boolean =>
  isObject(value) &&
  typeof value['role'] === 'string' &&
  (typeof value['content'] === 'string' || Array.isArray(value['content']) || 'tool_calls' in value);

/** Null for any other input. */
export function messagesIn(input: string): WrittenMessage[] | null {
  if (!/^\s*\[/.test(input)) return null;
  try {
    const value: unknown = JSON.parse(input);
    if (!Array.isArray(value) || value.length === 0 || !value.every(isMessage)) return null;
    const said = chatMessagesOf(messagesOf(value, 'user'), true);
    return said.some(({ role }) => role !== 'system') ? said : null;
  } catch {
    return null;
  }
}

const isSystem = (role: string): boolean => role === 'system' || role === 'developer';
const ONLY_INPUT = /^\s*\{\{\s*input\s*\}\}\s*$/;

/**
 * The messages replace a placeholder of the prompt, or a message that is only `{{input}}`. If the prompt has
 * both, the last question replaces `{{input}}`, and the earlier messages replace the placeholder. A prompt with
 * neither gets the messages at its end. System messages of the prompt replace those of the item.
 */
export function promptWithMessages(
  prompt: PromptText,
  given: readonly ModelChatMessage[],
  input: string,
): ModelChatMessage[] {
  const entries = readMessages(prompt) ?? [{ role: 'user', content: prompt.template }];
  const hasSystem = entries.some((entry) => 'role' in entry && isSystem(entry.role));
  const said = hasSystem ? given.filter(({ role }) => role !== 'system') : [...given];
  const usesInput = placeholders(prompt.template).includes('input');
  const hasPlace = entries.some((entry) => !('role' in entry));
  const last = said.findLastIndex(({ role }) => role === 'user');
  const isSplit = usesInput && hasPlace && last >= 0;
  const asked = isSplit ? said.slice(last) : said;
  let earlier = isSplit ? said.slice(0, last) : hasPlace && !usesInput ? said : [];
  const fill = filler(readVariables(prompt), textOf(asked) ?? input);
  const filled = entries.flatMap((entry): ModelChatMessage[] => {
    if (!('role' in entry)) {
      const placed = earlier;
      earlier = [];
      return placed;
    }
    const { role, content } = entry;
    if (role === 'user' && ONLY_INPUT.test(content)) return asked;
    const text = fill.in(content);
    if (isSystem(role)) return [{ role: 'system', content: text }];
    if (role === 'assistant') return [{ role, content: text }];
    const images = placeholders(content).includes('input') ? imagesOf(asked) : [];
    return [
      {
        role: 'user',
        content: images.length === 0 ? text : [{ type: 'text', text }, ...images],
      },
    ];
  });
  return usesInput || hasPlace ? filled : [...filled, ...said];
}

/** The text of a single question, for a place inside a text. */
function textOf(messages: readonly ModelChatMessage[]): string | null {
  const [only] = messages;
  if (messages.length !== 1 || only?.role !== 'user') return null;
  const { content } = only;
  return typeof content === 'string'
    ? content
    : content
        .map((part) => (part.type === 'text' ? part.text : ''))
        .join('\n')
        .trim();
}

const imagesOf = (messages: readonly ModelChatMessage[]) =>
  messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.flatMap((part) => (part.type === 'text' ? [] : [part])),
  );

/**
 * The messages for an item that is a conversation: the instructions of the prompt, then the conversation. Without
 * a prompt, only the conversation.
 */
export const conversationMessages = (
  prompt: Pick<PromptRow, 'type' | 'template' | 'variables'> | null,
  { messages }: ConversationItem,
  input: string,
): ModelChatMessage[] => (prompt ? promptWithMessages(prompt, messages, input) : messages);

/** An item that is a list of messages, without tools; null for any other. */
export function messagesItem(input: string): ConversationItem | null {
  const messages = messagesIn(input);
  return messages && { messages, tools: [] };
}
