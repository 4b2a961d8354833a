// The messages of a chat prompt while they are edited. A row has a key, because rows can be inserted and
// removed.
import type { PromptData } from '../types.ts';

type Message = NonNullable<PromptData['messages']>[number];

/** The role of a row where the caller inserts messages. */
export const PLACEHOLDER_ROLE = 'placeholder';

export interface MessageRow {
  key: number;
  role: string;
  /** The content, or the name of the placeholder. */
  text: string;
}

export const rowsOf = (messages: readonly Message[]): MessageRow[] =>
  messages.map((message, key) =>
    'role' in message
      ? { key, role: message.role, text: message.content }
      : { key, role: PLACEHOLDER_ROLE, text: message.name },
  );

export const messagesOfRows = (rows: readonly MessageRow[]): Message[] =>
  rows.map(({ role, text }) =>
    role === PLACEHOLDER_ROLE ? { type: 'placeholder' as const, name: text.trim() } : { role, content: text },
  );

/** Everything in a version that can have variables. */
export const variableText = ({ template, messages }: Pick<PromptData, 'template' | 'messages'>): string =>
  messages?.map((message) => ('role' in message ? message.content : '')).join('\n') ?? template;
