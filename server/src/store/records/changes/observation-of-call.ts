// The rows that reclassify a stored call as an observation: one that subtracts it from the rollup, and the
// observation itself. Fields of the call become span attributes.
import { isObject } from '#lib/is-object';
import { COLUMN_ATTRIBUTES as NAMES, DEMOTED, DUPLICATE, toAttributeName } from '#semconv';
import type { DuplicateRef, Json, JsonObject } from '../record.ts';

/** The columns of `calls` that are needed. Times are milliseconds, JSON is text, '' means absent. */
export interface WholeCallRow {
  account: number;
  project: number;
  id: string;
  timestampMs: number;
  receivedMs: number;
  expiresAt: number;
  bucket: number;
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
  cache_savings_usd: number;
  latency_ms: number;
  ttft_ms: number;
  tags: Record<string, string>;
  error: string;
  error_details: string;
  trace_id: string;
  span_id: string;
  parent_span_id: string;
  session_id: string;
  user_id: string;
  tool_calls: string;
  request_meta: string;
  pii_redacted: boolean;
  redaction_metadata: string;
  has_content: boolean;
  eval_run: number;
  agent: string;
  release: string;
  environment: string;
  service: string;
  operation: string;
  mcp_server: string;
  lineage: number;
  inherited_tags: readonly string[];
}

/** Columns that both tables have. */
const KEPT = [
  'agent',
  'release',
  'environment',
  'service',
  'operation',
  'mcp_server',
  'lineage',
  'inherited_tags',
] as const;

export const WHOLE_CALL_COLUMNS = `
  account, project, id, toFloat64(toUnixTimestamp64Milli(timestamp)) AS timestampMs,
  toFloat64(toUnixTimestamp64Milli(received_at)) AS receivedMs, toUnixTimestamp(expires_at) AS expiresAt,
  toUnixTimestamp(toStartOfFifteenMinutes(timestamp)) AS bucket, provider, model,
  prompt_tokens, completion_tokens, total_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, audio_tokens,
  cost_usd, cache_savings_usd, latency_ms, ttft_ms, tags, error, error_details, trace_id, span_id, parent_span_id,
  session_id, user_id, tool_calls, request_meta, pii_redacted, redaction_metadata, has_content, eval_run,
  ${KEPT.join(', ')}`;

/** -1 in two's complement: UInt64 sums wrap around, so adding it subtracts one. */
export const MINUS_ONE = ((1n << 64n) - 1n).toString();

const isoTime = (ms: number): string => new Date(ms).toISOString();

/**
 * A row of agg_15m. It expires with the call, so never later than the row that it is subtracted from. It has the time of
 * the call too, because a change of the retention computes from it when the row expires.
 */
export const negatedSums = (row: WholeCallRow): object => ({
  account: row.account,
  bucket: row.bucket,
  project: row.project,
  provider: row.provider,
  model: row.model,
  calls: MINUS_ONE,
  errors: row.error === '' ? '0' : MINUS_ONE,
  prompt_tokens: -row.prompt_tokens,
  completion_tokens: -row.completion_tokens,
  total_tokens: -row.total_tokens,
  cached_tokens: -row.cached_tokens,
  cache_write_tokens: -row.cache_write_tokens,
  reasoning_tokens: -row.reasoning_tokens,
  audio_tokens: -row.audio_tokens,
  cost_usd: -row.cost_usd,
  cache_savings_usd: -row.cache_savings_usd,
  latency_ms: -row.latency_ms,
  ttft_sum_ms: row.ttft_ms < 0 ? 0 : -row.ttft_ms,
  ttft_calls: row.ttft_ms < 0 ? '0' : MINUS_ONE,
  last_seen: isoTime(row.timestampMs),
  expires_at: row.expiresAt,
});

/** A row of observations. Content stays where it is: it is found by the id. */
export function observationOf(row: WholeCallRow, call: DuplicateRef | undefined): object {
  const meta = parsedObject(row.request_meta);
  return {
    account: row.account,
    project: row.project,
    id: row.id,
    trace_id: row.trace_id,
    timestamp: isoTime(row.timestampMs),
    received_at: isoTime(row.receivedMs),
    expires_at: row.expiresAt,
    span_id: row.span_id,
    parent_span_id: row.parent_span_id,
    session_id: row.session_id,
    type: /^embeddings?$/i.test(textOf(meta['operation'])) ? 'embedding' : 'span',
    name: textOf(meta['spanName']),
    duration_ms: row.latency_ms,
    error: row.error,
    attributes: JSON.stringify({
      ...attributesOf(row, meta),
      ...(call && { [DUPLICATE.of]: call.duplicateOf, [DUPLICATE.why]: call.why }),
    }),
    pii_redacted: row.pii_redacted,
    redaction_metadata: row.redaction_metadata,
    has_content: row.has_content,
    user_id: row.user_id,
    tags: row.tags,
    ...Object.fromEntries(KEPT.map((name) => [name, row[name]])),
  };
}

/** Members that are already in columns or in the observation itself. */
const IN_COLUMNS = new Set([
  'attributes',
  'spanName',
  'ttftMs',
  'cachedTokens',
  'cacheWriteTokens',
  'reasoningTokens',
  'audioTokens',
]);

function attributesOf(row: WholeCallRow, meta: JsonObject): JsonObject {
  const attributes: [string, Json][] = [
    [NAMES.provider, row.provider],
    [NAMES.model, row.model],
    [NAMES.promptTokens, row.prompt_tokens],
    [NAMES.completionTokens, row.completion_tokens],
    [NAMES.totalTokens, row.total_tokens],
    [NAMES.cachedTokens, row.cached_tokens || null],
    [NAMES.cacheWriteTokens, row.cache_write_tokens || null],
    [NAMES.reasoningTokens, row.reasoning_tokens || null],
    [NAMES.audioTokens, row.audio_tokens || null],
    [NAMES.costUsd, row.cost_usd || null],
    [NAMES.ttftSeconds, row.ttft_ms < 0 ? null : row.ttft_ms / 1_000],
    [DEMOTED.errorDetails, parsed(row.error_details)],
    [DEMOTED.toolCalls, parsed(row.tool_calls)],
  ];
  for (const [tag, value] of Object.entries(row.tags)) attributes.push([DEMOTED.tag + tag, value]);
  const rest: [string, Json][] = [];
  for (const [member, value] of Object.entries(meta)) {
    const name = toAttributeName(member);
    if (name !== undefined) attributes.push([name, value]);
    else if (!IN_COLUMNS.has(member)) rest.push([member, value]);
  }
  if (rest.length > 0) attributes.push([DEMOTED.requestMeta, Object.fromEntries(rest)]);
  const kept = meta['attributes'];
  return Object.fromEntries([
    ...(isObject(kept) ? Object.entries(kept) : []),
    ...attributes.filter(([, value]) => value !== null),
  ]);
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const parsed = (text: string): Json => (text === '' ? null : (JSON.parse(text) as Json));

function parsedObject(text: string): JsonObject {
  const value = parsed(text);
  return isObject(value) ? value : {};
}
