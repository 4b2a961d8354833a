// Traces and sessions for rules: those that have ended, the calls that stand for them, and their sizes.
import { callsWhere, LATEST_MS, question, Where, type CallFilter, type CallRef, type Scope } from '#records';

type RunKind = 'trace' | 'session';

/** A trace or a session. */
export interface EndedRun {
  id: string;
  /** When its newest span arrived. */
  receivedMs: number;
}

interface EndedPage {
  /** When the newest span may have arrived, both inclusive. */
  sinceMs: number;
  untilMs: number;
  after: EndedRun | null;
  limit: number;
}

const COLUMN = { trace: 'trace_id', session: 'session_id' } as const;

/**
 * In the order in which they ended. Only what arrived since is read: the newest span of a run is among that, or the
 * run had ended before. Outputs of evaluation runs are left out.
 */
export const selectEndedRuns = question({
  name: 'selectEndedRuns',
  heavy: true,
  sql: endedRunsSql,
  read: (rows: { run_id: string; received_ms: string }[]): EndedRun[] =>
    rows.map(({ run_id: id, received_ms: received }) => ({ id, receivedMs: Number(received) })),
});

export function endedRunsSql(scope: Scope, kind: RunKind, { sinceMs, untilMs, after, limit }: EndedPage) {
  const arrived = (): Where =>
    Where.of(scope)
      .and('timestamp >= fromUnixTimestamp64Milli({oldest: Int64})', { oldest: sinceMs - LATEST_MS })
      .and('received_at >= fromUnixTimestamp64Milli({arrived: Int64})', {
        arrived: after ? after.receivedMs : sinceMs,
      })
      .and(`${COLUMN[kind]} != ''`);
  const part = (table: string, where: Where): string =>
    `SELECT ${COLUMN[kind]} AS run_id, received_at AS came FROM ${table}\nWHERE ${where.sql}`;
  const last = 'toUnixTimestamp64Milli(max(came))';
  const params = { ...arrived().params, until: untilMs, limit };
  return {
    sql: `SELECT run_id, ${last} AS received_ms
FROM (
${part('calls', arrived().and('eval_run = 0'))}
UNION ALL
${part('observations', arrived())}
)
GROUP BY run_id
HAVING ${last} <= {until: Int64}${after ? ` AND (${last}, run_id) > ({arrived: Int64}, {afterId: String})` : ''}
ORDER BY received_ms, run_id
LIMIT {limit: UInt32}`,
    params: after ? { ...params, afterId: after.id } : params,
  };
}

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
