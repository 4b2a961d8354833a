import { DAY_MS } from '#lib/clock';
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
}

const MAX_ROWS = 20_000;

// No key has received_at, so the span's own time bounds what the engine reads. Later spans are not found.
const RECENT = `FROM calls WHERE timestamp >= fromUnixTimestamp64Milli({oldest: Int64})
  AND received_at >= fromUnixTimestamp64Milli({since: Int64}) AND id = concat(trace_id, '-', span_id)`;

// Spans of the same call begin while it runs.
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
 * Calls that are parent and child or share a response id, at least one of them received since then, in the
 * order of arrival. The reader of traces decides whether they are the same call.
 */
export const selectPossibleDuplicates = serviceQuestion({
  name: 'selectPossibleDuplicates',
  isPatient: true,
  run: (engine, sinceMs: number) =>
    engine.query<CallSpan>(POSSIBLE, { since: sinceMs, oldest: sinceMs - DAY_MS }),
});
