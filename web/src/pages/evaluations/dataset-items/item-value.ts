// An input or an expected output as people edit it: a text, messages, or JSON.

export interface RoleMessage {
  role: string;
  content: string;
}

export const VALUE_KINDS = ['text', 'messages', 'json'] as const;
type ValueKind = (typeof VALUE_KINDS)[number];

export interface ValueDraft {
  kind: ValueKind;
  /** A text, or JSON as text. */
  text: string;
  messages: readonly RoleMessage[];
}

const isMessage = (value: unknown): value is RoleMessage =>
  typeof value === 'object' &&
  value !== null &&
  'role' in value &&
  'content' in value &&
  typeof value.role === 'string' &&
  typeof value.content === 'string' &&
  // Anything more would be lost in the editor.
  Object.keys(value).length === 2;

/** Null if it is something else than a list of plain messages. */
const messagesIn = (value: unknown): RoleMessage[] | null =>
  Array.isArray(value) && value.length > 0 && value.every(isMessage) ? value : null;

const NO_MESSAGES: readonly RoleMessage[] = [{ role: 'user', content: '' }];

export function draftOf(value: unknown): ValueDraft {
  if (value === null || value === undefined) return { kind: 'text', text: '', messages: NO_MESSAGES };
  if (typeof value === 'string') return { kind: 'text', text: value, messages: NO_MESSAGES };
  const messages = messagesIn(value);
  const text = JSON.stringify(value, null, 2);
  return { kind: messages ? 'messages' : 'json', text, messages: messages ?? NO_MESSAGES };
}

/** The draft as another kind. What was written is taken along where that is possible. */
export function changeKind(draft: ValueDraft, kind: ValueKind): ValueDraft {
  if (kind === draft.kind) return draft;
  const { value } = readDraft(draft);
  if (kind === 'messages') {
    const known = messagesIn(value) ?? [{ role: 'user', content: draft.text }];
    return { ...draft, kind, messages: known };
  }
  if (kind === 'json')
    return { ...draft, kind, text: value === null ? '' : JSON.stringify(value ?? draft.text, null, 2) };
  const only = draft.kind === 'messages' && draft.messages.length === 1 ? draft.messages[0]?.content : null;
  return { ...draft, kind, text: only ?? (draft.kind === 'messages' ? JSON.stringify(value) : draft.text) };
}

/** Null stands for nothing. `isBad` if the JSON cannot be read. */
export function readDraft({ kind, text, messages }: ValueDraft): { value: unknown; isBad: boolean } {
  if (kind === 'messages') {
    const said = messages.filter(({ content }) => content.trim() !== '');
    return { value: said.length === 0 ? null : said, isBad: false };
  }
  if (text.trim() === '') return { value: null, isBad: false };
  if (kind === 'text') return { value: text, isBad: false };
  try {
    return { value: JSON.parse(text) as unknown, isBad: false };
  } catch {
    return { value: undefined, isBad: true };
  }
}

const LINE = 300;

interface ConversationMessage extends Partial<RoleMessage> {
  toolCalls?: readonly { name: string }[];
}

/** A longer question would push the tools out of the column, which tell the items of one trace apart. */
const QUESTION = 48;

/** The first question of a conversation, and the tools that were called since. Null for other values. */
function conversationLine(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('messages' in value)) return null;
  if (!Array.isArray(value.messages)) return null;
  const messages = value.messages as readonly ConversationMessage[];
  const asked = messages.find((message) => message?.role === 'user')?.content;
  if (typeof asked !== 'string') return null;
  const names = messages.flatMap((message) => message?.toolCalls?.map(({ name }) => name) ?? []);
  const called = [...Map.groupBy(names, (name) => name)].map(([name, all]) => ` → ${name} × ${all.length}`);
  const isLong = called.length > 0 && asked.length > QUESTION;
  return `${isLong ? `${asked.slice(0, QUESTION - 1).trimEnd()}…` : asked}${called.join('')}`;
}

/** One line for a list: of messages, the last one. */
export function valueLine(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text =
    typeof value === 'string'
      ? value
      : (conversationLine(value) ?? messagesIn(value)?.at(-1)?.content ?? JSON.stringify(value));
  return text.slice(0, LINE).replaceAll(/\s+/g, ' ');
}
