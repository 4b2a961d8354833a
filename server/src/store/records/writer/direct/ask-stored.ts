// Finds the records that are stored already, for many accounts in one query. The parameters are in the URL,
// of which a server accepts one megabyte, and 128 KiB per parameter. So hashes are sent instead of ids, ids
// are compared here, and the size is bounded.
import { randomUUID } from 'node:crypto';
import type { RecordsEngine } from '../../engine/engine.ts';
import { hashId, idHashSql, idHashText } from '../dedup/id-hash.ts';
import { completeIds, placesOf } from './complete-ids.ts';
import { recordKey, type EncodedRecord } from './split-request.ts';
import { heldCall, type Held } from './held-call.ts';

export type AskStored = (records: readonly EncodedRecord[], hold: Held) => Promise<ReadonlySet<string>>;

export const AT_ONCE = 2_000;

// call_ids gives the time of an id. The record's own time is checked too: an insert that failed half-way, and
// was not acknowledged, may have filled the table and not its views.
const PLACE = `account IN {accounts: Array(UInt32)} AND (timestamp IN {times: Array(DateTime64(3, 'UTC'))} OR timestamp IN (
  SELECT timestamp FROM call_ids WHERE account IN {accounts: Array(UInt32)} AND id_hash IN {hashes: Array(UInt64)}))
  AND ${idHashSql('id')} IN {hashes: Array(UInt64)}`;

const STORED_SQL = `SELECT account, id FROM calls WHERE ${PLACE}
UNION ALL
SELECT account, id FROM observations WHERE ${PLACE}`;

const INDEXED_SQL = `SELECT account, id_hash FROM call_ids
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

/** A duplicate is acknowledged, so its id must be found from now on. */
async function indexFound(engine: RecordsEngine, found: readonly EncodedRecord[], hold: Held): Promise<void> {
  const rows = await engine.query<{ account: number; id_hash: string }>(INDEXED_SQL, questionOf(found));
  const indexed = new Set(rows.map(({ account, id_hash: hash }) => recordKey(account, hash)));
  const missing = found.filter(({ account, id }) => !indexed.has(recordKey(account, idHashText(hashId(id)))));
  for (const [account, records] of Map.groupBy(missing, (record) => record.account)) {
    await completeIds(engine, account, records, () => heldCall(hold, randomUUID()));
  }
}
