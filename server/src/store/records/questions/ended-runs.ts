// Runs and sessions that have ended: no span of them has arrived for a while.
import { LATEST_MS } from './arrived-calls.ts';
import { question } from './question.ts';
import { Where, type Scope } from './scope.ts';
import { fromSources, paramsOf, sourcesOf, type SubjectFilter } from './sources.ts';
import type { RunSubject } from './subjects.ts';

/** A run or a session. */
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

const COLUMN = { runs: 'trace_id', sessions: 'session_id' } as const;

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

export function endedRunsSql(scope: Scope, of: RunSubject, { sinceMs, untilMs, after, limit }: EndedPage) {
  const arrived = (): Where =>
    Where.of(scope)
      .and('timestamp >= fromUnixTimestamp64Milli({oldest: Int64})', { oldest: sinceMs - LATEST_MS })
      .and('received_at >= fromUnixTimestamp64Milli({arrived: Int64})', {
        arrived: after ? after.receivedMs : sinceMs,
      })
      .and(`${COLUMN[of]} != ''`);
  const part = (table: string, where: Where): string =>
    `SELECT ${COLUMN[of]} AS run_id, received_at AS came FROM ${table}\nWHERE ${where.sql}`;
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

/** Those of these runs or sessions that match, with the start of their newest span. */
export const selectMatchingRuns = question({
  name: 'selectMatchingRuns',
  heavy: true,
  isEmpty: (_of, _filter, ids) => ids.length === 0,
  sql: matchingRunsSql,
  read: (rows: { run_id: string; last_ms: string }[]): Map<string, number> =>
    new Map(rows.map(({ run_id: id, last_ms: last }) => [id, Number(last)])),
});

export function matchingRunsSql(scope: Scope, of: RunSubject, filter: SubjectFilter, ids: readonly string[]) {
  const columns = `${COLUMN[of]} AS run_id, toUnixTimestamp64Milli(last_at) AS last_ms`;
  const sources = sourcesOf(of, scope, { ...filter, ids }, columns);
  return { sql: `SELECT ${columns}\n${fromSources(sources, columns)}`, params: paramsOf(sources) };
}
