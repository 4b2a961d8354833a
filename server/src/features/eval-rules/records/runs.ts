// Traces and sessions for rules: the calls that stand for them, and their sizes.
import {
  callsWhere,
  LATEST_MS,
  question,
  type CallFilter,
  type CallRef,
  type EndedRun,
  type Scope,
} from '#records';

type RunKind = 'trace' | 'session';

const COLUMN = { trace: 'trace_id', session: 'session_id' } as const;

/**
 * The newest call of each of these runs that matches, by run. Runs without one are missing. A run of several days is
 * known by the calls of its last day.
 */
export const selectCallsOfRuns = question({
  name: 'selectCallsOfRuns',
  heavy: true,
  isEmpty: (_kind, _filter, runs) => runs.length === 0,
  sql: callsOfRunsSql,
  read: (rows: { run_id: string; call_id: string; timestamp_ms: string }[]): Map<string, CallRef> =>
    new Map(rows.map((row) => [row.run_id, { id: row.call_id, timestampMs: Number(row.timestamp_ms) }])),
});

export function callsOfRunsSql(scope: Scope, kind: RunKind, filter: CallFilter, runs: readonly EndedRun[]) {
  const column = COLUMN[kind];
  const where = callsWhere(scope, filter)
    .and('timestamp >= fromUnixTimestamp64Milli({oldest: Int64})', {
      oldest: Math.min(...runs.map(({ receivedMs }) => receivedMs)) - LATEST_MS,
    })
    .and(`${column} IN {runs: Array(String)}`, { runs: runs.map(({ id }) => id) });
  return {
    sql: `SELECT ${column} AS run_id, argMax(id, (timestamp, id)) AS call_id, toUnixTimestamp64Milli(max(timestamp)) AS timestamp_ms
FROM calls
WHERE ${where.sql}
GROUP BY ${column}`,
    params: where.params,
  };
}

interface RunSizes {
  /** All runs with a matching call. */
  runs: number;
  /** Time of the first matching call; null without one. */
  firstMs: number | null;
  /** The newest runs. Each call repeats the conversation, so the largest one stands for the run. */
  newest: { totalTokens: number; completionTokens: number; hasContent: boolean }[];
}

export const selectRunSizes = question({
  name: 'selectRunSizes',
  heavy: true,
  sql: runSizesSql,
  read: (
    rows: { tokens: number; written: number; content: number; runs: string; first_ms: string }[],
  ): RunSizes => ({
    runs: Number(rows[0]?.runs ?? 0),
    firstMs: rows[0] ? Number(rows[0].first_ms) : null,
    newest: rows.map(({ tokens, written, content }) => ({
      totalTokens: tokens,
      completionTokens: written,
      hasContent: content > 0,
    })),
  }),
});

export function runSizesSql(scope: Scope, kind: RunKind, filter: CallFilter, limit: number) {
  const column = COLUMN[kind];
  const where = callsWhere(scope, filter).and(`${column} != ''`);
  return {
    sql: `SELECT tokens, written, content, count() OVER () AS runs, toUnixTimestamp64Milli(min(begun) OVER ()) AS first_ms
FROM (
SELECT max(total_tokens) AS tokens, max(completion_tokens) AS written, toUInt8(max(has_content)) AS content,
  min(timestamp) AS begun, max(timestamp) AS ended
FROM calls
WHERE ${where.sql}
GROUP BY ${column}
)
ORDER BY ended DESC
LIMIT {limit: UInt32}`,
    params: { ...where.params, limit },
  };
}
