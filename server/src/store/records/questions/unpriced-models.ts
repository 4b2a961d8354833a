import type { RecordsEngine } from '../engine/engine.ts';

/** Models of calls of an account, or of one of its projects, for which no price was known, so that their cost counts as 0. Calls without tokens cost nothing anyway. */
export async function unpricedModels(
  engine: RecordsEngine,
  account: number,
  project: number | null,
  sinceMs: number,
): Promise<string[]> {
  const rows = await engine.query<{ model: string }>(
    `SELECT DISTINCT model FROM calls
     WHERE account = {account: UInt32}${project === null ? '' : ' AND project = {project: UInt32}'} AND timestamp >= fromUnixTimestamp64Milli({since: Int64})
       AND price_source = 'none' AND total_tokens > 0 AND expires_at > now()
     ORDER BY model LIMIT 1000`,
    { account, since: sinceMs, ...(project === null ? {} : { project }) },
  );
  return rows.map((row) => row.model);
}
