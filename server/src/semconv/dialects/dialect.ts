// A dialect is a table: which attribute of one instrumentation family says what. `index.ts` joins all tables into one look-up,
// so that a span is read in a single pass over what it has, however many dialects there are.
import type { Json, ObservationType } from '#records/record';

// What a span may say, before it has said anything. Literals, so that every reading has the same shape in memory: a span is read
// into these a hundred thousand times a second.
const text = undefined as string | undefined;
const number = undefined as number | undefined;
const flag = undefined as boolean | undefined;
const value = undefined as Json | undefined;

/** Non-empty strings; a number or a boolean is taken as its text. */
export const emptyText = () => ({
  provider: text,
  model: text,
  responseModel: text,
  operation: text,
  responseId: text,
  sessionId: text,
  userId: text,
  agentName: text,
  promptId: text,
  promptName: text,
  promptVersion: text,
  promptLabel: text,
  gateCheckId: text,
  serviceTier: text,
  serverAddress: text,
  errorType: text,
  errorMessage: text,
  errorLevel: text,
  httpStatus: text,
  firstTokenAt: text,
});

/** Finite and not negative; a numeric string is taken as its number. */
export const emptyNumbers = () => ({
  inputTokens: number,
  /** Like `inputTokens`, from emitters whose input never includes the cache. */
  uncachedInputTokens: number,
  /** Of the input, what came from no cache and went into none; beside `inputTokens`, it tells what those include. */
  noCacheTokens: number,
  outputTokens: number,
  totalTokens: number,
  cacheRead: number,
  cacheWrite: number,
  cacheWrite1h: number,
  reasoning: number,
  audioInput: number,
  audioOutput: number,
  imageInput: number,
  imageOutput: number,
  costUsd: number,
  ttftSeconds: number,
  ttftMs: number,
});

export const emptyFlags = () => ({ stream: flag, success: flag });

/** Anything but null, as it came. */
export const emptyValues = () => ({
  input: value,
  output: value,
  systemInstructions: value,
  toolCalls: value,
  finishReasons: value,
  inputDetails: value,
  outputDetails: value,
});

export type TextField = keyof ReturnType<typeof emptyText>;
export type NumberField = keyof ReturnType<typeof emptyNumbers>;
export type FlagField = keyof ReturnType<typeof emptyFlags>;
export type ValueField = keyof ReturnType<typeof emptyValues>;
export type Field = TextField | NumberField | FlagField | ValueField;

/** What a dialect's own word for the kind of a span means; `llm` is a model call. */
export type Kind = ObservationType | 'llm';

export interface Dialect {
  /** The span's scope must begin with this: for dialects with bare keys that anyone might use for something else. */
  scope?: string;
  /** Attribute keys for each field, the preferred one first. Earlier dialects go before later ones. */
  fields: { [field in Field]?: readonly string[] };
  /** Keys that name the kind of the span, with the dialect's words in lower case. Words that are not listed say nothing. */
  kinds?: { [key: string]: { [word: string]: Kind } };
  /** The operation of gen_ai, where given, says it better than this dialect's kinds. */
  kindsAfterOperation?: true;
  /**
   * What people and models said, where no field above already is that: exact keys, or beginnings that end in `*`. A call does
   * not keep these: its input and output say the same.
   */
  content?: readonly string[];
  /** Content too, which a call keeps among its attributes because nothing else in it says the same. */
  said?: readonly string[];
  /** Where a tool span has what the tool was given, and what it gave back: content, the preferred key first. */
  toolInput?: readonly string[];
  toolOutput?: readonly string[];
  /** Lists spread over numbered keys (`gen_ai.prompt.0.role`), and the field that they make together. */
  spread?: { [beginning: string]: 'input' | 'output' };
  /** Beginnings of keys under which users put labels of their own. */
  labels?: readonly string[];
}
