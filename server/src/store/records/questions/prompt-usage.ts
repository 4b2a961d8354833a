// What calls say about the versions of a prompt. A call is of a prompt when it names one of its ids, or its name; the id tells the
// version as it is called now, whatever the call said.
import type { RecordsEngine } from '../engine/engine.ts';
import { callsWhere } from './call-filter.ts';
import type { ContentPlace } from './content.ts';
import type { WindowedFilter } from './rollup-window.ts';
import { Where, type Scope } from './scope.ts';
import { nameable, VERSION } from './prompt-of-call.ts';

export interface PromptLink {
  name: string;
  versions: readonly { id: number; version: string }[];
}

/** Of one version; '' where calls do not tell which. */
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
export async function promptUsage(
  engine: RecordsEngine,
  scope: Scope,
  window: WindowedFilter,
  link: PromptLink,
  limit: number,
): Promise<PromptUsage[]> {
  const { sql, params } = promptUsageSql(scope, window, link, limit);
  const rows = await engine.query<Row>(sql, params);
  return rows.map((row) => ({
    version: row.told,
    calls: row.found,
    costUsd: row.cost,
    totalTokens: row.tokens,
    errors: row.failed,
    meanLatencyMs: row.mean_ms,
    p95LatencyMs: row.p95_ms,
    lastSeenMs: Number(row.seen_ms),
  }));
}

/** Which version each of these calls is of; those of other prompts, and of evaluation runs, are not there. */
export async function promptCalls(
  engine: RecordsEngine,
  scope: Scope,
  link: PromptLink,
  places: readonly ContentPlace[],
): Promise<Map<string, string>> {
  if (places.length === 0) return new Map();
  const { sql, params } = promptCallsSql(scope, link, places);
  const rows = await engine.query<{ id: string; told: string }>(sql, params);
  return new Map(rows.map(({ id, told }) => [id, told]));
}

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

export function promptCallsSql(scope: Scope, link: PromptLink, places: readonly ContentPlace[]) {
  const where = ofPrompt(Where.of(scope), link)
    .and('eval_run = 0')
    .and(`timestamp IN (SELECT fromUnixTimestamp64Milli(arrayJoin({times: Array(Int64)})))`, {
      times: [...new Set(places.map(({ timestampMs }) => BigInt(timestampMs)))],
    })
    .and('id IN {ids: Array(String)}', { ids: [...new Set(places.map(({ id }) => id))] });
  return { sql: `SELECT id, ${VERSION} AS told\nFROM calls\nWHERE ${where.sql}`, params: where.params };
}
