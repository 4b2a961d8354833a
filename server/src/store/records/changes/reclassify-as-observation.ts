// Stored calls that turn out to tell of another one once more: they become observations, and leave calls and sums.
//
// The steps may be repeated: sums and observation go in under a token that the ids give, and the call itself goes last, so that
// whoever comes after a crash finds it and does what is left. For that the same calls have to be given again, and only one may do
// so at a time for one account.
import { createHash } from 'node:crypto';
import type { CallPosition } from './cost-change.ts';
import {
  DEMOTED_COLUMNS,
  MINUS_ONE,
  demotedObservation,
  negatedSums,
  type DemotedRow,
} from './observation-of-call.ts';
import type { RecordsEngine } from '../engine/engine.ts';
import { mutate } from './mutate.ts';

const PLACE = `account = {account: UInt32} AND timestamp IN {times: Array(DateTime64(3, 'UTC'))}
  AND id IN {ids: Array(String)}`;

/** Returns how many there were. */
export async function demote(
  engine: RecordsEngine,
  account: number,
  calls: readonly CallPosition[],
  signal?: AbortSignal,
): Promise<number> {
  const ids = calls.map(({ id }) => id).toSorted();
  const times = [...new Set(calls.map(({ timestampMs }) => timestampMs))].map(timeText);
  const rows = await engine.query<DemotedRow>(`SELECT ${DEMOTED_COLUMNS} FROM calls WHERE ${PLACE}`, {
    account,
    ids,
    times,
  });
  if (rows.length === 0) return 0;
  const token = `demote.${account}.${createHash('sha256').update(JSON.stringify(ids)).digest('hex')}`;
  const counted = rows.filter((row) => row.eval_run === 0);
  await engine.insert('agg_15m', counted.map(negatedSums), token);
  await engine.insert('observations', rows.map(demotedObservation), token);
  // The observation is no arrival: the account paid for it when it came as a call.
  await engine.insert('arrivals', rows.map(negatedArrival), `${token}.paid`);
  await engine.sync?.();
  // Hides the rows until a merge drops them: it writes one column, where a DELETE would rewrite whole parts.
  const hide = { table: 'calls', action: `UPDATE _row_exists = 0 WHERE ${PLACE}` } as const;
  await mutate(engine, [hide], { account, ids, times }, signal);
  return rows.length;
}

const negatedArrival = ({ account, receivedMs }: DemotedRow): object => ({
  account,
  day: new Date(receivedMs).toISOString().slice(0, 10),
  records: MINUS_ONE,
});

const timeText = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').slice(0, -1);
