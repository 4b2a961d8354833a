// Calls, errors and cost of the versions of every prompt.
import { question, type KnownPrompt, type Scope, type WindowedFilter } from '#records';
import { classedCalls, EXAMPLES } from './call-class.ts';

export interface VersionFigures {
  project: number;
  prompt: string;
  version: string;
  calls: number;
  errors: number;
  costUsd: number;
  /** Cost of the calls that failed. */
  errorsCostUsd: number;
  firstSeenMs: number;
  lastSeenMs: number;
  /** The newest calls that failed. */
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

/** The `limit` versions with the most calls. Calls without a version are left out. */
export const selectPromptVersions = question({
  name: 'selectPromptVersions',
  heavy: true,
  sql: promptVersionsSql,
  read: (rows: Row[]): VersionFigures[] =>
    rows.map((row) => ({
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
    })),
});

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
