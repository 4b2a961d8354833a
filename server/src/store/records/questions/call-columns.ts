// A call as it comes out of the table, turned back into the record that went in. Its content is stored apart
// (content.ts).
import { mapInPieces } from '#lib/yield-to-event-loop';
import type { CallRecord, Json, JsonObject } from '../record.ts';
import { IS_INHERITED } from '../writer/rows/lineage.ts';

/** The record without its content. `costUsd` is the stored cost, from any price source. */
export interface ReadCall {
  call: CallRecord;
  hasContent: boolean;
}

export interface CallRow {
  id: string;
  timestamp_ms: string;
  provider: string;
  model: string;
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  cached_tokens: number;
  cache_write_tokens: number;
  reasoning_tokens: number;
  audio_tokens: number;
  cost_usd: number;
  latency_ms: number;
  tags: Record<string, string>;
  error: string;
  error_details: string;
  trace_id: string;
  span_id: string;
  parent_span_id: string;
  session_id: string;
  tool_calls: string;
  request_meta: string;
  pii_redacted: boolean;
  redaction_metadata: string;
  has_content: boolean;
  labels: LabelsOfSpan;
}

type LabelsOfSpan = readonly [
  userId: string,
  agent: string,
  release: string,
  environment: string,
  lineage: number,
];

// One tuple, because the engine plans each column of an answer.
const LABEL_NAMES = 'user_id, agent, release, environment, lineage';
const LABEL_SELECT = `(${LABEL_NAMES}) AS labels`;

export const CALL_SELECT = `id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, provider, model, prompt_tokens, completion_tokens,
  total_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, audio_tokens, cost_usd, latency_ms, tags, error, error_details,
  trace_id, span_id, parent_span_id, session_id, tool_calls, request_meta, pii_redacted, redaction_metadata, has_content, ${LABEL_SELECT}`;

/** The names of the answer's columns, in their order. */
export const CALL_ALIASES: readonly string[] = CALL_SELECT.replace(LABEL_SELECT, 'labels')
  .split(',')
  .map((column) => column.trim().split(' ').at(-1) ?? '');

/** Whether a call shows labels that are not in its JSON. */
export const SHOWS_INHERITED = `bitAnd(labels.5, ${IS_INHERITED}) != 0`;

/** The columns behind CALL_SELECT and behind every order of calls. */
export const CALL_NAMES = CALL_SELECT.replace(
  'toUnixTimestamp64Milli(timestamp) AS timestamp_ms',
  'timestamp',
).replace(LABEL_SELECT, LABEL_NAMES);

/** In the tables, '' means absent. */
const orNull = (text: string): string | null => (text === '' ? null : text);

const parsed = (text: string): Json => (text === '' ? null : (JSON.parse(text) as Json));

/** A span shows in `requestMeta` what the spans above it say. */
function withLabels(
  meta: JsonObject | null,
  [userId, agentName, release, environment, lineage]: LabelsOfSpan,
): JsonObject | null {
  if ((lineage & IS_INHERITED) === 0) return meta;
  const taken = Object.entries({ userId, agentName, release, environment }).filter(
    ([name, value]) => value !== '' && meta?.[name] === undefined,
  );
  return { ...meta, ...Object.fromEntries(taken) };
}

export function callFromRow(row: CallRow): ReadCall {
  const { cached_tokens: cacheRead, cache_write_tokens: cacheWrite, reasoning_tokens: reasoning } = row;
  return {
    hasContent: row.has_content,
    call: {
      kind: 'call',
      id: row.id,
      provider: row.provider,
      model: row.model,
      timestampMs: Number(row.timestamp_ms),
      promptTokens: row.prompt_tokens,
      completionTokens: row.completion_tokens,
      totalTokens: row.total_tokens,
      costUsd: row.cost_usd,
      latencyMs: row.latency_ms,
      tags: row.tags,
      error: orNull(row.error),
      errorDetails: parsed(row.error_details),
      traceId: orNull(row.trace_id),
      spanId: orNull(row.span_id),
      parentSpanId: orNull(row.parent_span_id),
      sessionId: orNull(row.session_id),
      toolCalls: parsed(row.tool_calls),
      piiRedacted: row.pii_redacted,
      redactionMetadata: parsed(row.redaction_metadata),
      requestMeta: withLabels(parsed(row.request_meta) as JsonObject | null, row.labels),
      usage: {
        uncachedInput: Math.max(0, row.prompt_tokens - cacheRead - cacheWrite),
        cacheRead,
        cacheWrite,
        outputText: Math.max(0, row.completion_tokens - reasoning),
        reasoning,
        audio: row.audio_tokens,
      },
    },
  };
}

/** Wide rows take tens of milliseconds to parse. */
export const callsFromRows = (rows: readonly CallRow[]): Promise<ReadCall[]> =>
  mapInPieces(rows, callFromRow);
