// A validated call or observation before it has columns, with its content. JSON ingest and traces produce
// these; redaction, sealing and the writer consume them. This file imports nothing, so that every layer can
// use its types.

/**
 * Upper bound of token counts, costs and latencies of a call. Doubles below it are exact to an eighth, and a
 * sum over all calls that a store can hold stays finite.
 */
export const MAX_AMOUNT = 1e15;

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** Disjoint buckets whose sum the vendor bills. */
export interface TokenUsage {
  /** Input that was neither read from a cache nor written to one. */
  uncachedInput: number;
  cacheRead: number;
  cacheWrite: number;
  /** Output without reasoning. */
  outputText: number;
  reasoning: number;
  /** Audio of input and output, which the buckets above include. */
  audio: number;
}

/** Labels by which records are grouped. '' means absent. */
export interface Labels {
  userId: string;
  agent: string;
  release: string;
  environment: string;
  service: string;
  mcpServer: string;
}

/**
 * How a record takes part in the tree of its run. Spans inherit session, user, agent, environment, release and
 * tags from the spans above them.
 */
export interface Lineage {
  /** Whether it inherits tags too. Spans of /v1/traces do not. */
  takesTags: boolean;
  /** Which of its labels come from a span above it: one bit each, in the order of INHERITED. */
  inherited: number;
  /** The keys of its tags that come from spans above it. */
  inheritedTags: readonly string[];
  /** Its ancestors were all in its request. Not stored. */
  isComplete?: true;
}

export const NO_LABELS: Readonly<Labels> = {
  userId: '',
  agent: '',
  release: '',
  environment: '',
  service: '',
  mcpServer: '',
};

/** The labels that spans inherit from the spans above them. */
export const INHERITED = ['sessionId', 'userId', 'agent', 'environment', 'release'] as const;

export interface CallRecord {
  kind: 'call';
  id: string;
  provider: string;
  model: string;
  timestampMs: number;
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
  /** Null if it is computed from the price of the model. */
  costUsd: number | null;
  latencyMs: number;
  tags: Record<string, string>;
  error: string | null;
  errorDetails: Json;
  traceId: string | null;
  spanId: string | null;
  parentSpanId: string | null;
  sessionId: string | null;
  toolCalls: Json;
  piiRedacted: boolean;
  redactionMetadata: Json;
  /** Known members are listed in docs/records.md; `input`, `output` and `systemInstructions` are content. */
  requestMeta: JsonObject | null;
  usage: TokenUsage;
  /** Absent if all labels are in `requestMeta` and the tags. */
  labels?: Readonly<Labels>;
  /** Absent for records that are not spans: spans inherit from them, but they inherit nothing. */
  lineage?: Lineage;
}

export type ObservationType =
  | 'agent'
  | 'tool'
  | 'retriever'
  | 'embedding'
  | 'chain'
  | 'guardrail'
  | 'evaluator'
  | 'http'
  | 'db'
  | 'messaging'
  | 'function'
  | 'skill'
  | 'command'
  | 'decision'
  | 'task'
  | 'span';

/** A span that is not an LLM call. Its usage, if any, sums up its children and stays in its attributes. */
export interface ObservationRecord {
  kind: 'observation';
  id: string;
  type: ObservationType;
  name: string;
  timestampMs: number;
  durationMs: number;
  error: string | null;
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  sessionId: string | null;
  /** The name of the tool, for tools. */
  tool: string;
  /** Its `gen_ai.operation.name`. */
  operation: string;
  labels: Readonly<Labels>;
  tags: Record<string, string>;
  lineage?: Lineage;
  attributes: JsonObject;
}

/** For an observation without labels. */
export const PLAIN_SPAN = { tool: '', operation: '', labels: NO_LABELS, tags: {} } as const;

export type StoredRecord = CallRecord | ObservationRecord;

/** Names a stored record. Tables are ordered by time, so an id alone would be slow to find. */
export interface CallRef {
  id: string;
  timestampMs: number;
}

/** A stored call that another call reports too. */
export interface DuplicateRef extends CallRef {
  /** The id of the call that counts. */
  duplicateOf: string;
  why: string;
}
