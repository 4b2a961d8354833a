// Usage of a prompt's versions. A call belongs to a prompt if it has one of its ids or its name. An id counts
// for the version that has it in the registry now, whatever version the call itself names.
import type { CallRef } from '../record.ts';
import { callsWhere } from './call-filter.ts';
import { nameable, VERSION } from './prompt-of-call.ts';
import { question } from './question.ts';
import type { WindowedFilter } from './rollup-window.ts';
import { Where, type Scope } from './scope.ts';

export interface PromptLink {
  name: string;
  versions: readonly { id: number; version: string }[];
}

/** Totals of one version; '' for calls without one. */
export interface PromptUsage {
  version: string;
  calls: number;
  costUsd: number;
  totalTokens: number;
  errors: number;
  meanLatencyMs: number;
  p95LatencyMs: number;
  lastSeenMs: number;
}

interface Row {
  told: string;
  found: number;
  cost: number;
  tokens: number;
  failed: number;
  mean_ms: number;
  p95_ms: number;
  seen_ms: string;
}

/** The versions with the most calls, `limit` of them. */
export const selectPromptUsage = question({
  name: 'selectPromptUsage',
  heavy: true,
  sql: promptUsageSql,
  read: (rows: Row[]): PromptUsage[] =>
    rows.map((row) => ({
      version: row.told,
      calls: row.found,
      costUsd: row.cost,
      totalTokens: row.tokens,
      errors: row.failed,
      meanLatencyMs: row.mean_ms,
      p95LatencyMs: row.p95_ms,
      lastSeenMs: Number(row.seen_ms),
    })),
});

/** The version of each call, by id. Calls of other prompts and of evaluation runs are missing. */
export const selectPromptCalls = question({
  name: 'selectPromptCalls',
  isEmpty: (_link, refs) => refs.length === 0,
  sql: promptCallsSql,
  read: (rows: { id: string; told: string }[]): Map<string, string> =>
    new Map(rows.map(({ id, told }) => [id, told])),
});

function ofPrompt(where: Where, { name, versions }: PromptLink): Where {
  const known = nameable(versions);
  return where.and('(has({promptIds: Array(UInt32)}, prompt_id) OR prompt_name = {promptName: String})', {
    promptName: name,
    promptIds: known.map(({ id }) => id),
    promptVersions: known.map(({ version }) => version),
  });
}

export function promptUsageSql(scope: Scope, window: WindowedFilter, link: PromptLink, limit: number) {
  const where = ofPrompt(callsWhere(scope, window), link);
  return {
    sql: `SELECT ${VERSION} AS told, toFloat64(count()) AS found, sum(cost_usd) AS cost, sum(total_tokens) AS tokens,
  toFloat64(countIf(error != '')) AS failed, avg(latency_ms) AS mean_ms, quantileExactInclusive(0.95)(latency_ms) AS p95_ms,
  toUnixTimestamp64Milli(max(timestamp)) AS seen_ms
FROM calls
WHERE ${where.sql}
GROUP BY told
ORDER BY found DESC, told
LIMIT {limit: UInt32}`,
    params: { ...where.params, limit },
  };
}

export function promptCallsSql(scope: Scope, link: PromptLink, refs: readonly CallRef[]) {
  const where = ofPrompt(Where.of(scope), link).and('eval_run = 0').at(refs);
  return { sql: `SELECT id, ${VERSION} AS told\nFROM calls\nWHERE ${where.sql}`, params: where.params };
}
