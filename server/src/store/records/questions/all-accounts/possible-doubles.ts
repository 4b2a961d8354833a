import type { RecordsEngine } from '../../engine/engine.ts';

/** A call that came as a span; what there is to tell whether two are one and the same. */
export interface CallSpan {
  account: number;
  project: number;
  id: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  provider: string;
  model: string;
  /** '' where the span did not say. */
  responseModel: string;
  responseId: string;
  timestampMs: number;
  latencyMs: number;
}

const DAY_MS = 86_400_000;
const MAX_ROWS = 20_000;

// How late a span may be: received_at is in no key, so the time bounds what is looked through.
const RECENT = `FROM calls WHERE timestamp >= fromUnixTimestamp64Milli({oldest: Int64})
  AND received_at >= fromUnixTimestamp64Milli({since: Int64}) AND id = concat(trace_id, '-', span_id)`;

// Spans of one call begin within the time that it takes.
const NEAR = `
SELECT account, project, id, trace_id, span_id, parent_span_id, provider, model, timestamp, received_at, latency_ms,
  JSONExtractString(request_meta, 'responseModel') AS response_model,
  JSONExtractString(request_meta, 'responseId') AS response_id
FROM calls
WHERE account IN (SELECT account ${RECENT})
  AND timestamp >= (SELECT min(timestamp) ${RECENT}) - INTERVAL 1 HOUR
  AND timestamp <= (SELECT max(timestamp) ${RECENT}) + INTERVAL 1 HOUR
  AND (account, trace_id) IN (SELECT account, trace_id ${RECENT})
  AND id = concat(trace_id, '-', span_id)`;

const POSSIBLE = `
WITH near AS (${NEAR})
SELECT account, project, id, trace_id AS traceId, span_id AS spanId, parent_span_id AS parentSpanId, provider, model,
  response_model AS responseModel, response_id AS responseId,
  toFloat64(toUnixTimestamp64Milli(timestamp)) AS timestampMs, latency_ms AS latencyMs
FROM near
WHERE (account, project, trace_id, span_id) IN (SELECT account, project, trace_id, parent_span_id FROM near WHERE parent_span_id != '')
  OR (account, project, trace_id, parent_span_id) IN (SELECT account, project, trace_id, span_id FROM near)
  OR (account, project, response_id) IN (
    SELECT account, project, response_id FROM near WHERE response_id != '' GROUP BY account, project, response_id HAVING count() > 1)
ORDER BY received_at, timestamp, id LIMIT ${MAX_ROWS}`;

/**
 * Calls of any project, one of them received since then, that are parent and child or have the same response id, in the order
 * in which they came. Whether they are the same call is for the reader of traces to say.
 */
export const possibleDoubles = (engine: RecordsEngine, sinceMs: number): Promise<CallSpan[]> =>
  engine.query<CallSpan>(POSSIBLE, { since: sinceMs, oldest: sinceMs - DAY_MS });
