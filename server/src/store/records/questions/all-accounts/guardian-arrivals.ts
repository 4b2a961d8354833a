// Who has anything new at all: one look at the small table of arrivals, whatever the number of accounts.
import type { RecordsEngine } from '../../engine/engine.ts';

export interface ArrivalCount {
  account: number;
  /** UTC, `YYYY-MM-DD`. */
  day: string;
  records: number;
}

// Named apart from the columns: a condition on `day` or `records` would be one on what is made of them.
export const ARRIVED = `SELECT account, toString(day) AS onDay, toFloat64(sum(records)) AS arrived
FROM arrivals
WHERE day >= {since: Date}
GROUP BY account, day
HAVING arrived != 0`;

/** Of all accounts, since the beginning of that day. */
export async function arrivalCounts(engine: RecordsEngine, sinceDay: string): Promise<ArrivalCount[]> {
  const rows = await engine.query<{ account: number; onDay: string; arrived: number }>(ARRIVED, {
    since: sinceDay,
  });
  return rows.map(({ account, onDay, arrived }) => ({ account, day: onDay, records: arrived }));
}
