// What is stored, before it has columns: a call or an observation that has been checked, with the content still in it.
// JSON ingest and traces both end in these; redaction, sealing and the writer begin with them.

/**
 * No token count, cost or latency of a call is above it. Doubles below it are exact to an eighth, and a sum of every call that a
 * store can hold stays finite.
 */
export const MAX_AMOUNT = 1e15;

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** Disjoint: their sum is what the vendor bills. Null where the client gave no split. */
export interface TokenUsage {
  /** Input that was neither read from a cache nor written to one. */
  uncachedInput: number;
  cacheRead: number;
  cacheWrite: number;
  /** Output without reasoning. */
  outputText: number;
  reasoning: number;
  /** Of input and output together; also inside the buckets above. */
  audio: number;
}

export interface CallRecord {
  kind: 'call';
  id: string;
  provider: string;
  model: string;
  timestampMs: number;
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
  /** Null: to be derived from the price of the model. */
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
  | 'span';

/** A span that is no LLM call of its own. Its usage, if any, is a roll-up of its children and stays in its attributes. */
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
  attributes: JsonObject;
}

export type StoredRecord = CallRecord | ObservationRecord;
