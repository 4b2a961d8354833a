import type { RecordsEngine } from '../../engine/engine.ts';

/** Numbers of the accounts that have calls since then, as the sums by quarter of an hour tell it. */
export async function accountsWithCalls(engine: RecordsEngine, sinceMs: number): Promise<number[]> {
  const rows = await engine.query<{ account: number }>(ACCOUNTS_WITH_CALLS, {
    since: Math.max(0, Math.floor(sinceMs / 1_000)),
  });
  return rows.map(({ account }) => account);
}

export const ACCOUNTS_WITH_CALLS = `SELECT account FROM agg_15m
WHERE bucket >= toDateTime({since: UInt32}, 'UTC')
GROUP BY account
HAVING sum(calls) > 0
ORDER BY account`;
