// The runs that had spans in the minutes before the last record arrived. A process that was killed may not have
// settled what their spans take from each other.
import { serviceQuestion } from '../question.ts';

interface RecentRuns {
  account: number;
  traceIds: string[];
}

const LIMIT = 200_000;
const OLDEST_DAYS = 8;

const spansOf = (table: string): string => `SELECT account, trace_id FROM ${table}
  WHERE timestamp > now64(3) - INTERVAL ${OLDEST_DAYS} DAY AND trace_id != '' AND span_id != ''
    AND received_at > (SELECT max(received_at) FROM ${table} WHERE timestamp > now64(3) - INTERVAL ${OLDEST_DAYS} DAY) - INTERVAL {minutes: UInt32} MINUTE`;

export const selectRecentRuns = serviceQuestion({
  name: 'selectRecentRuns',
  run: async (engine, minutes: number): Promise<RecentRuns[]> => {
    const rows = await engine.query<{ account: number; trace_ids: string[] }>(
      `SELECT account, groupUniqArray(trace_id) AS trace_ids FROM (
  SELECT account, trace_id FROM (${spansOf('calls')} UNION ALL ${spansOf('observations')}) LIMIT ${LIMIT})
GROUP BY account`,
      { minutes },
    );
    return rows.map((row) => ({ account: row.account, traceIds: row.trace_ids }));
  },
});
