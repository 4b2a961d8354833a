// Compares every table behind the records with the records: the data of an account is in all of them, or in
// none.
import type { RecordsEngine } from '../../src/store/records/engine/engine.ts';

export interface Held {
  records: number;
  ids: number;
  indexed: number;
  arrived: number;
  calls: number;
  summed: number;
  cost: number;
  summedCost: number;
  /** Runs whose times are missing. */
  untimed: number;
}

const SQL = `SELECT
  (SELECT count() FROM calls WHERE account = {account: UInt32})
    + (SELECT count() FROM observations WHERE account = {account: UInt32}) AS records,
  (SELECT uniqExact(id) FROM (SELECT id FROM calls WHERE account = {account: UInt32}
    UNION ALL SELECT id FROM observations WHERE account = {account: UInt32})) AS ids,
  (SELECT uniqExact(id_hash) FROM call_ids WHERE account = {account: UInt32}) AS indexed,
  (SELECT sum(records) FROM arrivals WHERE account = {account: UInt32}) AS arrived,
  (SELECT count() FROM calls WHERE account = {account: UInt32}) AS calls,
  (SELECT sum(calls) FROM agg_15m WHERE account = {account: UInt32}) AS summed,
  (SELECT round(sum(cost_usd), 6) FROM calls WHERE account = {account: UInt32}) AS cost,
  (SELECT round(sum(cost_usd), 6) FROM agg_15m WHERE account = {account: UInt32}) AS summedCost,
  (SELECT uniqExact(trace_id) FROM (
    SELECT trace_id FROM calls WHERE account = {account: UInt32} AND trace_id != ''
    UNION ALL SELECT trace_id FROM observations WHERE account = {account: UInt32})
    WHERE sipHash64(trace_id) NOT IN (SELECT run FROM run_times WHERE account = {account: UInt32})) AS untimed`;

export async function heldTables(engine: RecordsEngine, account: number): Promise<Held> {
  const [row] = await engine.query<Record<keyof Held, string>>(SQL, { account });
  if (!row) throw new Error('No answer.');
  const number = (name: keyof Held): number => Number(row[name]);
  return {
    records: number('records'),
    ids: number('ids'),
    indexed: number('indexed'),
    arrived: number('arrived'),
    calls: number('calls'),
    summed: number('summed'),
    cost: number('cost'),
    summedCost: number('summedCost'),
    untimed: number('untimed'),
  };
}

/** The expected contents of the tables with this many records, of which this many are calls of 0.5 USD. */
export const wholeTables = (records: number, calls = records): Held => ({
  records,
  ids: records,
  indexed: records,
  arrived: records,
  calls,
  summed: calls,
  cost: calls / 2,
  summedCost: calls / 2,
  untimed: 0,
});
