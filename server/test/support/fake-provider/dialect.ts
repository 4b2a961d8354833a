// What a dialect defines: how a request is read, and how answers and errors are written. The formats follow
// the vendors' own references, as far as a chat without tools needs them.

export type DialectName = 'openai' | 'anthropic' | 'google' | 'mistral' | 'openai-compatible';

interface FakeMessage {
  role: string;
  text: string;
}

/** A request, independent of its dialect. */
export interface FakeRequest {
  model: string;
  system: string;
  messages: FakeMessage[];
  /** The text of the last message. */
  last: string;
  /** The schema that the answer must match; null for text. */
  schema: Record<string, unknown> | null;
  temperature: number | undefined;
  maxOutputTokens: number | undefined;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
}

export interface Reply {
  model: string;
  text: string;
  finish: 'stop' | 'length' | 'refusal';
  inputTokens: number;
  outputTokens: number;
  /** Part of the input. */
  cachedTokens: number;
}

export interface Dialect {
  /** The path below the base URL, as a pattern. */
  path: RegExp;
  basePath: string;
  key(headers: FakeRequest['headers']): string | undefined;
  read(body: Record<string, unknown>, path: string): Omit<FakeRequest, 'path' | 'headers' | 'body' | 'last'>;
  write(reply: Reply, request: FakeRequest): unknown;
  error(status: number, message: string): unknown;
}

type Bag = Record<string, unknown>;

export const bag = (value: unknown): Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Bag) : {};
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const word = (value: unknown): string => (typeof value === 'string' ? value : '');
export const amount = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** A text, or the texts of parts. */
export const textIn = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : list(content)
        .map((part) => word(bag(part)['text']))
        .join('');

export const bearer = (headers: FakeRequest['headers']): string | undefined => {
  const value = headers['authorization'];
  return typeof value === 'string' ? value.replace(/^Bearer /, '') : undefined;
};

/** Separates system messages from the others. */
export function apart(messages: FakeMessage[]): Pick<FakeRequest, 'system' | 'messages'> {
  const isSystem = ({ role }: FakeMessage) => role === 'system' || role === 'developer';
  return {
    system: messages
      .filter(isSystem)
      .map(({ text }) => text)
      .join('\n'),
    messages: messages.filter((message) => !isSystem(message)),
  };
}
