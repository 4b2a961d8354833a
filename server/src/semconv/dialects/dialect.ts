// A dialect is a table of the attributes of one family of instrumentations. `meaning.ts` joins all tables
// into one lookup, so that a span is read in a single pass over its attributes, however many dialects there
// are.
import type { Json, ObservationType } from '#records/record';

// The fields of a span, all empty. Object literals, so that every result has the same hidden class: this code
// runs a hundred thousand times a second.
const text = undefined as string | undefined;
const number = undefined as number | undefined;
const flag = undefined as boolean | undefined;
const value = undefined as Json | undefined;

/** Non-empty strings; numbers and booleans are converted to text. */
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
  /** How fast the vendor served the call, and where: both may change its price. */
  speed: text,
  inferenceGeo: text,
  serverAddress: text,
  errorType: text,
  errorMessage: text,
  errorLevel: text,
  httpStatus: text,
  firstTokenAt: text,
});

/** Finite and not negative; numeric strings are converted. */
export const emptyNumbers = () => ({
  inputTokens: number,
  /** Like `inputTokens`, from emitters whose input never includes the cache. */
  uncachedInputTokens: number,
  /** The input without cache reads and writes. Compared with `inputTokens`, it shows what those include. */
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
  textInput: number,
  textOutput: number,
  /** The cache reads by kind. */
  cacheReadText: number,
  cacheReadAudio: number,
  cacheReadImage: number,
  /** Tools that the vendor ran. */
  webSearches: number,
  fileSearches: number,
  costUsd: number,
  ttftSeconds: number,
  ttftMs: number,
});

export const emptyFlags = () => ({ stream: flag, success: flag });

/** Any value except null, unchanged. */
export const emptyValues = () => ({
  input: value,
  output: value,
  systemInstructions: value,
  toolCalls: value,
  finishReasons: value,
  inputDetails: value,
  outputDetails: value,
});

type TextField = keyof ReturnType<typeof emptyText>;
type NumberField = keyof ReturnType<typeof emptyNumbers>;
type FlagField = keyof ReturnType<typeof emptyFlags>;
type ValueField = keyof ReturnType<typeof emptyValues>;
export type Field = TextField | NumberField | FlagField | ValueField;

/** Read at the open door only, because the conventions have other keys for them. */
export type OpenField =
  | 'provider'
  /** The request without its messages, as a structure. A failing call may name its model nowhere else. */
  | 'parameters'
  | 'costUsd'
  /** All token counts in one structure, in the words of a vendor or of the client. */
  | 'usage'
  /** Costs by part, as a structure. */
  | 'costs'
  | 'tags'
  | 'metadata'
  | 'environment'
  | 'release'
  | 'version'
  /** A project by its name. Also read from the resource. */
  | 'project'
  /** A prompt whose versions have numbers, and the number. */
  | 'numberedPrompt'
  | 'promptNumber';

/** The meaning of a dialect's own word for the kind of a span; `llm` is a model call. */
export type SpanKind = ObservationType | 'llm';

export interface Dialect {
  /**
   * Required prefix of the span's scope, for dialects with short keys that others may use for something else.
   */
  scope?: string;
  /**
   * Attribute keys for each field, the preferred one first. Earlier dialects take precedence over later ones.
   */
  fields: { [field in Field]?: readonly string[] };
  /** Keys with the kind of the span, and the dialect's words in lower case. Other words are ignored. */
  kinds?: { [key: string]: { [word: string]: SpanKind } };
  /** Whether `gen_ai.operation.name` takes precedence over this dialect's kinds. */
  kindsAfterOperation?: true;
  /** Whether its model calls count as calls at the open door although they have no `gen_ai.*`. */
  ownCalls?: true;
  open?: { [field in OpenField]?: readonly string[] };
  /**
   * Content that no field above covers: exact keys, or prefixes that end in `*`. A call drops these, because
   * its input and output have the same text.
   */
  content?: readonly string[];
  /** Content that a call keeps among its attributes, because nothing else in it has the same text. */
  said?: readonly string[];
  /** Keys with the input and the output of a tool, which are content; the preferred key first. */
  toolInput?: readonly string[];
  toolOutput?: readonly string[];
  /** Prefixes of lists with an index in the key (`gen_ai.prompt.0.role`), and the field that they form. */
  spread?: { [beginning: string]: 'input' | 'output' };
  /** Prefixes of keys for labels that users choose as such. */
  labels?: readonly string[];
  /**
   * Prefixes of keys for metadata, where users put anything. A value that looks like a label is one; any other
   * value is content (`looksLikeLabel`).
   */
  metadata?: readonly string[];
  /**
   * Keys among the metadata that the client sets itself: exact keys, or prefixes that end in `*`. A call drops these.
   */
  ownLabels?: readonly string[];
}
