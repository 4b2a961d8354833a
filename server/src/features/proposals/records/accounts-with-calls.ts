import { serviceQuestion } from '#records';

export const ACCOUNTS_WITH_CALLS = `SELECT account FROM agg_15m
WHERE bucket >= toDateTime({since: UInt32}, 'UTC')
GROUP BY account
HAVING sum(calls) > 0
ORDER BY account`;

/** Numbers of the accounts with calls since then, from the rollup. */
export const selectAccountsWithCalls = serviceQuestion({
  name: 'selectAccountsWithCalls',
  run: async (engine, sinceMs: number): Promise<number[]> => {
    const rows = await engine.query<{ account: number }>(ACCOUNTS_WITH_CALLS, {
      since: Math.max(0, Math.floor(sinceMs / 1_000)),
    });
    return rows.map(({ account }) => account);
  },
});
