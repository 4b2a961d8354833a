// Reclassifies stored calls that turn out to be duplicate spans of another call: they become observations and
// leave the calls and the rollup.
//
// Each step can be repeated: rollup and observation are inserted under a token made of the ids, and the call
// itself is hidden last. After a crash, the same calls have to be passed again. Only one process may do this
// for an account at a time.
import { createHash } from 'node:crypto';
import { OF_ACCOUNT } from '../questions/scope.ts';
import type { DuplicateRef } from '../record.ts';
import { recordsChange } from './change.ts';
import { mutate } from './mutate.ts';
import {
  MINUS_ONE,
  negatedSums,
  observationOf,
  WHOLE_CALL_COLUMNS,
  type WholeCallRow,
} from './observation-of-call.ts';

const AT_REFS = `${OF_ACCOUNT} AND timestamp IN {times: Array(DateTime64(3, 'UTC'))}
  AND id IN {ids: Array(String)}`;

/** Returns the number of reclassified calls. */
export const reclassifyAsObservation = recordsChange({
  name: 'reclassifyAsObservation',
  run: async (engine, account, signal, calls: readonly DuplicateRef[]): Promise<number> => {
    const ids = calls.map(({ id }) => id).toSorted();
    const refs = new Map(calls.map((call) => [call.id, call]));
    const times = [...new Set(calls.map(({ timestampMs }) => timestampMs))].map(timeText);
    const params = { account, ids, times };
    const rows = await engine.query<WholeCallRow>(
      `SELECT ${WHOLE_CALL_COLUMNS} FROM calls WHERE ${AT_REFS}`,
      params,
    );
    if (rows.length === 0) return 0;
    const token = `reclassify.${account}.${createHash('sha256').update(JSON.stringify(ids)).digest('hex')}`;
    const counted = rows.filter((row) => row.eval_run === 0);
    await engine.insert('agg_15m', counted.map(negatedSums), token);
    await engine.insert(
      'observations',
      rows.map((row) => observationOf(row, refs.get(row.id))),
      token,
    );
    // The observation is not a new arrival: the account was charged for it when it came as a call.
    await engine.insert('arrivals', rows.map(negatedArrival), `${token}.paid`);
    await engine.sync?.();
    // Hides the rows until a merge drops them: this writes one column, where a DELETE would rewrite whole
    // parts.
    const hide = { table: 'calls', action: `UPDATE _row_exists = 0 WHERE ${AT_REFS}` } as const;
    await mutate(engine, [hide], params, signal);
    return rows.length;
  },
});

const negatedArrival = ({ account, receivedMs }: WholeCallRow): object => ({
  account,
  day: new Date(receivedMs).toISOString().slice(0, 10),
  records: MINUS_ONE,
});

const timeText = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').slice(0, -1);
