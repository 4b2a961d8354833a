// Finds the accounts with new records, from one small table.
import { serviceQuestion } from '#records';

export interface ArrivalCount {
  account: number;
  /** UTC, `YYYY-MM-DD`. */
  day: string;
  records: number;
}

// Aliases differ from the column names. Otherwise a condition on `day` or `records` would refer to the alias.
export const ARRIVED = `SELECT account, toString(day) AS onDay, toFloat64(sum(records)) AS arrived
FROM arrivals
WHERE day >= {since: Date}
GROUP BY account, day
HAVING arrived != 0`;

export const selectArrivalCounts = serviceQuestion({
  name: 'selectArrivalCounts',
  run: async (engine, sinceDay: string): Promise<ArrivalCount[]> => {
    const rows = await engine.query<{ account: number; onDay: string; arrived: number }>(ARRIVED, {
      since: sinceDay,
    });
    return rows.map(({ account, onDay, arrived }) => ({ account, day: onDay, records: arrived }));
  },
});
