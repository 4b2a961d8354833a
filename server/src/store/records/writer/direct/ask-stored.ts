// Which of these records are stored already, of many accounts in one question. It travels in the address of the request, of which
// a server takes a megabyte, and 128 KiB in one parameter: hence hashes and not ids, which are compared here, and a bound.
import { randomUUID } from 'node:crypto';
import type { RecordsEngine } from '../../engine/engine.ts';
import { hashId, idHashSql, idHashText } from '../dedup/id-hash.ts';
import { completeIds, placesOf } from './complete-ids.ts';
import { recordKey, type EncodedRecord } from './encode-request.ts';
import { heldCall, type Held } from './held-call.ts';

export type AskStored = (records: readonly EncodedRecord[], hold: Held) => Promise<ReadonlySet<string>>;

export const AT_ONCE = 2_000;

// Where the id is, says call_ids. A record's own time is looked at too: an insert that broke off half-way, and so was never
// acknowledged, may have filled the table and not the views behind it.
const PLACE = `account IN {accounts: Array(UInt32)} AND (timestamp IN {times: Array(DateTime64(3, 'UTC'))} OR timestamp IN (
  SELECT timestamp FROM call_ids WHERE account IN {accounts: Array(UInt32)} AND id_hash IN {hashes: Array(UInt64)}))
  AND ${idHashSql('id')} IN {hashes: Array(UInt64)}`;

export const STORED_SQL = `SELECT account, id FROM calls WHERE ${PLACE}
UNION ALL
SELECT account, id FROM observations WHERE trace_id IN {traces: Array(String)} AND ${PLACE}`;

export const INDEXED_SQL = `SELECT account, id_hash FROM call_ids
WHERE account IN {accounts: Array(UInt32)} AND id_hash IN {hashes: Array(UInt64)}`;

export const askStored =
  (engine: RecordsEngine): AskStored =>
  async (records, hold) => {
    const stored = new Set<string>();
    for (let from = 0; from < records.length; from += AT_ONCE) {
      const some = records.slice(from, from + AT_ONCE);
      const rows = await engine.query<{ account: number; id: string }>(STORED_SQL, questionOf(some));
      if (rows.length === 0) continue;
      for (const { account, id } of rows) stored.add(recordKey(account, id));
      const found = some.filter(({ account, id }) => stored.has(recordKey(account, id)));
      await indexFound(engine, found, hold);
    }
    return stored;
  };

const questionOf = (records: readonly EncodedRecord[]): Record<string, unknown> => ({
  accounts: [...new Set(records.map(({ account }) => account))],
  ...placesOf(records),
});

/** A duplicate is acknowledged, so it has to be found by its id from now on. */
async function indexFound(engine: RecordsEngine, found: readonly EncodedRecord[], hold: Held): Promise<void> {
  const rows = await engine.query<{ account: number; id_hash: string }>(INDEXED_SQL, questionOf(found));
  const indexed = new Set(rows.map(({ account, id_hash: hash }) => recordKey(account, hash)));
  const missing = found.filter(({ account, id }) => !indexed.has(recordKey(account, idHashText(hashId(id)))));
  for (const [account, records] of Map.groupBy(missing, (record) => record.account)) {
    await completeIds(engine, account, records, () => heldCall(hold, randomUUID()));
  }
}
