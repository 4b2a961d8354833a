// How the versions of every prompt did, as calls tell it.
import type { RecordsEngine } from '../engine/engine.ts';
import { classedCalls, EXAMPLES, type KnownPrompt } from './proposal-class.ts';
import type { WindowedFilter } from './rollup-window.ts';
import type { Scope } from './scope.ts';

export interface VersionFigures {
  project: number;
  prompt: string;
  version: string;
  calls: number;
  errors: number;
  costUsd: number;
  /** Of the calls that failed. */
  errorsCostUsd: number;
  firstSeenMs: number;
  lastSeenMs: number;
  /** Calls that failed, the newest. */
  callIds: string[];
  traceIds: string[];
}

interface Row {
  project: number;
  prompt: string;
  version: string;
  n: number;
  errors: number;
  cost: number;
  errors_cost: number;
  first_ms: number;
  last_ms: number;
  newest_failed: [number, string, string][];
}

/** Those with the most calls, `limit` of them; calls that do not name a version are left out. */
export async function promptVersions(
  engine: RecordsEngine,
  scope: Scope,
  window: WindowedFilter,
  prompts: readonly KnownPrompt[],
  limit: number,
): Promise<VersionFigures[]> {
  const { sql, params } = promptVersionsSql(scope, window, prompts, limit);
  const rows = await engine.query<Row>(sql, params);
  return rows.map((row) => ({
    project: row.project,
    prompt: row.prompt,
    version: row.version,
    calls: row.n,
    errors: row.errors,
    costUsd: row.cost,
    errorsCostUsd: row.errors_cost,
    firstSeenMs: row.first_ms,
    lastSeenMs: row.last_ms,
    callIds: row.newest_failed.map(([, id]) => id),
    traceIds: [...new Set(row.newest_failed.map(([, , trace]) => trace))].filter((id) => id !== ''),
  }));
}

export function promptVersionsSql(
  scope: Scope,
  window: WindowedFilter,
  prompts: readonly KnownPrompt[],
  limit: number,
) {
  const { from, params } = classedCalls(scope, window, prompts);
  return {
    sql: `SELECT project, prompt, version, toFloat64(count()) AS n, toFloat64(countIf(failed)) AS errors,
  sum(cost_usd) AS cost, sumIf(cost_usd, failed) AS errors_cost,
  toFloat64(toUnixTimestamp64Milli(min(timestamp))) AS first_ms, toFloat64(toUnixTimestamp64Milli(max(timestamp))) AS last_ms,
  groupArraySortedIf(${EXAMPLES})((-toFloat64(toUnixTimestamp64Milli(timestamp)), id, trace_id), failed) AS newest_failed
FROM ${from}
WHERE prompt != '' AND version != ''
GROUP BY project, prompt, version
ORDER BY n DESC, project, prompt, version
LIMIT {limit: UInt32}`,
    params: { ...params, limit },
  };
}
