import { DAY_MS, HOUR_MS } from '#lib/clock';
import { serviceQuestion } from '../question.ts';

/** A call that arrived as a span, with the fields that show whether two spans are the same call. */
export interface CallSpan {
  account: number;
  project: number;
  id: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  provider: string;
  model: string;
  /** '' if the span has none. */
  responseModel: string;
  responseId: string;
  timestampMs: number;
  latencyMs: number;
  input: number;
  output: number;
  cache: number;
  reasoning: number;
  failed: boolean;
}

/** A span that is no call, and is in the trace of such calls. */
interface SpanBetween {
  account: number;
  project: number;
  traceId: string;
  spanId: string;
  parentSpanId: string;
}

export interface PossibleDuplicates {
  calls: CallSpan[];
  between: SpanBetween[];
}

const MAX_ROWS = 20_000;
const MAX_BETWEEN = 50_000;

// No key has received_at, so the span's own time bounds what the engine reads. Later spans are not found.
const RECENT = `FROM calls WHERE timestamp >= fromUnixTimestamp64Milli({oldest: Int64})
  AND received_at >= fromUnixTimestamp64Milli({since: Int64}) AND id = concat(trace_id, '-', span_id)`;

// Spans of the same call begin while it runs.
const NEAR = `
SELECT account, project, id, trace_id, span_id, parent_span_id, provider, model, timestamp, received_at, latency_ms,
  prompt_tokens, completion_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, toBool(error != '') AS failed,
  JSONExtractString(request_meta, 'responseModel') AS response_model,
  JSONExtractString(request_meta, 'responseId') AS response_id
FROM calls
WHERE account IN (SELECT account ${RECENT})
  AND timestamp >= (SELECT min(timestamp) ${RECENT}) - INTERVAL 1 HOUR
  AND timestamp <= (SELECT max(timestamp) ${RECENT}) + INTERVAL 1 HOUR
  AND (account, trace_id) IN (SELECT account, trace_id ${RECENT})
  AND id = concat(trace_id, '-', span_id)`;

// Traces with two calls of the same counts, or with two that have none. With other spans between, one may be
// around the other.
const POSSIBLE = `
WITH near AS (${NEAR})
SELECT account, project, id, trace_id AS traceId, span_id AS spanId, parent_span_id AS parentSpanId, provider, model,
  response_model AS responseModel, response_id AS responseId,
  toFloat64(toUnixTimestamp64Milli(timestamp)) AS timestampMs, latency_ms AS latencyMs,
  prompt_tokens AS input, completion_tokens AS output, cached_tokens + cache_write_tokens AS cache,
  reasoning_tokens AS reasoning, failed
FROM near
WHERE (account, project, trace_id, span_id) IN (SELECT account, project, trace_id, parent_span_id FROM near WHERE parent_span_id != '')
  OR (account, project, trace_id, parent_span_id) IN (SELECT account, project, trace_id, span_id FROM near)
  OR (account, project, trace_id) IN (
    SELECT account, project, trace_id FROM near GROUP BY account, project, trace_id
    HAVING count() > uniqExact(prompt_tokens, completion_tokens) OR (count() > 1 AND min(prompt_tokens + completion_tokens) = 0))
  OR (account, project, response_id) IN (
    SELECT account, project, response_id FROM near WHERE response_id != '' GROUP BY account, project, response_id HAVING count() > 1)
ORDER BY received_at, timestamp, id LIMIT ${MAX_ROWS}`;

const BETWEEN = `
SELECT account, project, trace_id AS traceId, span_id AS spanId, parent_span_id AS parentSpanId
FROM observations
WHERE account IN {accounts: Array(UInt32)} AND trace_id IN {traces: Array(String)} AND parent_span_id != ''
  AND timestamp >= fromUnixTimestamp64Milli({from: Int64}) AND timestamp <= fromUnixTimestamp64Milli({to: Int64})
ORDER BY account, trace_id, timestamp LIMIT ${MAX_BETWEEN}`;

/** A span between two calls begins while the outer one runs. */
const AROUND_MS = HOUR_MS;

/**
 * Calls of one trace, or with one response id, at least one of them received since then, in the order of arrival.
 * The reader of traces decides whether they are the same call.
 */
export const selectPossibleDuplicates = serviceQuestion({
  name: 'selectPossibleDuplicates',
  isPatient: true,
  run: async (engine, sinceMs: number): Promise<PossibleDuplicates> => {
    const calls = await engine.query<CallSpan>(POSSIBLE, { since: sinceMs, oldest: sinceMs - DAY_MS });
    const traces = [...Map.groupBy(calls, ({ traceId }) => traceId)].flatMap(([trace, own]) =>
      own.length > 1 ? [trace] : [],
    );
    if (traces.length === 0) return { calls, between: [] };
    const times = calls.map(({ timestampMs }) => timestampMs);
    const between = await engine.query<SpanBetween>(BETWEEN, {
      accounts: [...new Set(calls.map(({ account }) => account))],
      traces,
      from: Math.min(...times) - AROUND_MS,
      to: Math.max(...times) + AROUND_MS,
    });
    return { calls, between };
  },
});
