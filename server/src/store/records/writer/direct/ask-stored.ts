// Which of these records are stored already, of many accounts in one question. It travels in the address of the request, of which
// a server takes a megabyte, and 128 KiB in one parameter: hence hashes and not ids, which are compared here, and a bound.
import type { RecordsEngine } from '../../engine.ts';
import { hashId, idHashSql, idHashText } from '../../id-hash.ts';
import { recordKey, type EncodedRecord } from './encode-request.ts';

export type AskStored = (records: readonly EncodedRecord[]) => Promise<ReadonlySet<string>>;

const AT_ONCE = 2_000;

// An observation's id begins with its trace, which is what its table is ordered by.
const SPAN_ID = /^([0-9a-f]{32})-[0-9a-f]{16}$/;

// Where the id is, says call_ids. A record's own time is looked at too: an insert that broke off half-way, and so was never
// acknowledged, may have filled the table and not the views behind it.
const PLACE = `account IN {accounts: Array(UInt32)} AND (timestamp IN {times: Array(DateTime64(3, 'UTC'))} OR timestamp IN (
  SELECT timestamp FROM call_ids WHERE account IN {accounts: Array(UInt32)} AND id_hash IN {hashes: Array(UInt64)}))
  AND ${idHashSql('id')} IN {hashes: Array(UInt64)}`;

export const STORED_SQL = `SELECT account, id FROM calls WHERE ${PLACE}
UNION ALL
SELECT account, id FROM observations WHERE trace_id IN {traces: Array(String)} AND ${PLACE}`;

const timeText = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').slice(0, -1);

export const askStored =
  (engine: RecordsEngine): AskStored =>
  async (records) => {
    const stored = new Set<string>();
    for (let from = 0; from < records.length; from += AT_ONCE) {
      const rows = await engine.query<{ account: number; id: string }>(
        STORED_SQL,
        questionOf(records.slice(from, from + AT_ONCE)),
      );
      for (const { account, id } of rows) stored.add(recordKey(account, id));
    }
    return stored;
  };

function questionOf(records: readonly EncodedRecord[]): Record<string, unknown> {
  const accounts = new Set<number>();
  const times = new Set<number>();
  const traces = new Set<string>();
  const hashes: bigint[] = [];
  for (const { account, id, timestampMs } of records) {
    accounts.add(account);
    times.add(timestampMs);
    const trace = SPAN_ID.exec(id)?.[1];
    if (trace !== undefined) traces.add(trace);
    // As bigint: the client would put text between quotes, which an array of numbers is not read from.
    hashes.push(BigInt(idHashText(hashId(id))));
  }
  return { accounts: [...accounts], times: [...times].map(timeText), traces: [...traces], hashes };
}
