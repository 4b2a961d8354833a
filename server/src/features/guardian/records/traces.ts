// Whole traces that received something new; their older records count too. The records that arrived give the
// trace ids, and the traces are then read by id. Records older than two days do not count.
import { callsWhere, LATEST_MS, question, Where, type Scope } from '#records';
import { newCalls, newObservations, type GuardianWindow } from './window.ts';

export interface TraceSize {
  project: number;
  traceId: string;
  spans: number;
  calls: number;
  costUsd: number;
  firstMs: number;
  lastMs: number;
  /** The most expensive calls first. */
  callIds: string[];
}

interface LeastTrace {
  spans: number;
  costUsd: number;
}

export interface Repeat {
  project: number;
  traceId: string;
  /** A tool's own spans, or calls that asked for it. */
  source: 'call' | 'observation';
  /** The tool's name; from calls, the stored part of their tool calls as JSON. */
  told: string;
  hash: string;
  times: number;
  firstMs: number;
  lastMs: number;
  /** Newest first; empty for spans. */
  callIds: string[];
}

const MAX_TRACES = 200;
const MAX_REPEATS = 500;
const MAX_TOLD = 2_000;

const MS = 'toUnixTimestamp64Milli(timestamp)';

/** Conditions on both tables that select the traces with something new. */
function touched(scope: Scope, window: GuardianWindow) {
  const seenCalls = newCalls(scope, window).and(`trace_id != ''`);
  const seenObservations = newObservations(scope, window).and(`trace_id != ''`);
  const among = `trace_id IN (
SELECT trace_id FROM calls WHERE ${seenCalls.sql}
UNION DISTINCT
SELECT trace_id FROM observations WHERE ${seenObservations.sql}
)`;
  const bound = (where: Where): Where =>
    where
      .and('timestamp >= fromUnixTimestamp64Milli({eldest: Int64})', {
        eldest: window.afterMs - 2 * LATEST_MS,
      })
      .and(among, seenCalls.params);
  return { calls: bound(callsWhere(scope, {})), observations: bound(Where.of(scope)) };
}

/** Traces that reach a number of spans or a cost, the largest first. */
export const selectLargeTraces = question({
  name: 'selectLargeTraces',
  heavy: true,
  sql: largeTracesSql,
  read: (rows: TraceSize[]) => rows,
});

export function largeTracesSql(scope: Scope, window: GuardianWindow, least: LeastTrace) {
  const { calls, observations } = touched(scope, window);
  return {
    sql: `SELECT project, trace_id AS traceId, toFloat64(count()) AS spans, toFloat64(sum(of_call)) AS calls, sum(cost) AS costUsd,
  toFloat64(min(ms)) AS firstMs, toFloat64(max(ms)) AS lastMs,
  arrayMap(each -> each.2, arraySlice(arrayReverseSort(groupArrayIf(1000)((cost, id), of_call = 1)), 1, 20)) AS callIds
FROM (
SELECT project, trace_id, id, 1 AS of_call, cost_usd AS cost, ${MS} AS ms FROM calls WHERE ${calls.sql}
UNION ALL
SELECT project, trace_id, id, 0 AS of_call, 0. AS cost, ${MS} AS ms FROM observations WHERE ${observations.sql}
)
GROUP BY project, trace_id
HAVING spans >= {leastSpans: Float64} OR costUsd >= {leastCost: Float64}
ORDER BY costUsd DESC, spans DESC, traceId
LIMIT ${MAX_TRACES}`,
    params: {
      ...observations.params,
      ...calls.params,
      leastSpans: least.spans,
      leastCost: least.costUsd,
    },
  };
}

/** The same tool with the same input, at least `least` times in a trace. */
export const selectToolRepeats = question({
  name: 'selectToolRepeats',
  heavy: true,
  sql: toolRepeatsSql,
  read: (rows: Repeat[]) => rows,
});

export function toolRepeatsSql(scope: Scope, window: GuardianWindow, least: number) {
  const { calls, observations } = touched(scope, window);
  calls.and('tools_hash != 0');
  observations.and(`type = 'tool'`).and('input_hash != 0');
  return {
    sql: `SELECT project, trace_id AS traceId, source, any(told) AS told, toString(hash) AS hash, toFloat64(count()) AS times,
  toFloat64(min(ms)) AS firstMs, toFloat64(max(ms)) AS lastMs,
  arrayMap(each -> each.2, arraySlice(arrayReverseSort(groupArrayIf(1000)((ms, id), source = 'call')), 1, 20)) AS callIds
FROM (
SELECT project, trace_id, id, 'call' AS source, substring(tool_calls, 1, ${MAX_TOLD}) AS told, tools_hash AS hash, ${MS} AS ms
FROM calls WHERE ${calls.sql}
UNION ALL
SELECT project, trace_id, id, 'observation' AS source, name AS told, input_hash AS hash, ${MS} AS ms
FROM observations WHERE ${observations.sql}
)
GROUP BY project, trace_id, source, hash
HAVING times >= {least: Float64}
ORDER BY times DESC, traceId, source, hash
LIMIT ${MAX_REPEATS}`,
    params: { ...observations.params, ...calls.params, least },
  };
}
