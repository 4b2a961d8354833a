// What the tables say of ids and counts: asked when a fingerprint matches, and once at start.
import { setTimeout as sleep } from 'node:timers/promises';
import { Pace } from '#lib/pace';
import { hashId, idHashText } from './dedup/id-hash.ts';
import type { RecordsEngine } from '../engine/engine.ts';
import type { AskEngine, KnownIds } from './dedup/known-ids.ts';
import type { Arrived } from './log/checkpoint.ts';

// An observation's id begins with its trace, which is what its table is ordered by.
const SPAN_ID = /^([0-9a-f]{32})-[0-9a-f]{16}$/;

const TIMES = `SELECT timestamp FROM call_ids
  WHERE account = {account: UInt32} AND id_hash IN {hashes: Array(UInt64)}`;

const STORED = `
SELECT id FROM calls
WHERE account = {account: UInt32} AND timestamp IN (${TIMES}) AND id IN {ids: Array(String)}
UNION ALL
SELECT id FROM observations
WHERE account = {account: UInt32} AND trace_id IN {traces: Array(String)} AND timestamp IN (${TIMES})
  AND id IN {ids: Array(String)}`;

export const askTables =
  (engine: RecordsEngine): AskEngine =>
  async (account, ids) => {
    const rows = await engine.query<{ id: string }>(STORED, {
      account,
      ids,
      // As bigint: the client would put text between quotes, which an array of numbers is not read from.
      hashes: ids.map((id) => BigInt(idHashText(hashId(id)))),
      traces: ids.map((id) => SPAN_ID.exec(id)?.[1] ?? ''),
    });
    return new Set(rows.map((row) => row.id));
  };

/** An account of 4 bytes and a hash of 8. */
const ROW_BYTES = 12;
/** After each piece: the first questions after a start must not wait for seconds of this. */
const REST_MS = 1;
/** Between two looks at the clock. */
const PIECE_BYTES = 1_000 * ROW_BYTES;

/** Gives every stored id its fingerprint, in pieces, beside the work; `ids` is complete from then on. */
export async function learnStoredIds(
  engine: RecordsEngine,
  ids: KnownIds,
  signal: AbortSignal,
): Promise<void> {
  const sql = 'SELECT account, id_hash FROM call_ids SETTINGS max_block_size = 65536';
  const pace = new Pace();
  for await (const bytes of engine.streamBytes(sql, {}, 'RowBinary', signal)) {
    const rows = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at + ROW_BYTES <= rows.byteLength; at += ROW_BYTES) {
      if (at % PIECE_BYTES === 0 && pace.isDue) {
        await sleep(REST_MS);
        await pace.rest();
      }
      // Numbers are written with their lowest byte first.
      ids.addStored(rows.getUint32(at, true), {
        low: rows.getUint32(at + 4, true),
        high: rows.getUint32(at + 8, true),
      });
    }
  }
  ids.complete = true;
}

export async function countStoredIds(engine: RecordsEngine): Promise<number> {
  const [row] = await engine.query<{ records: string }>('SELECT count() AS records FROM call_ids');
  return Number(row?.records ?? 0);
}

/** Records of each account that arrived since the start of that UTC day, also those that have expired: what quotas are charged with. */
export async function countArrivedSince(engine: RecordsEngine, sinceMs: number): Promise<[number, number][]> {
  const rows = await engine.query<{ account: number; arrived: string }>(
    `SELECT account, sum(records) AS arrived FROM arrivals
     WHERE day >= toDate(fromUnixTimestamp64Milli({since: Int64}, 'UTC')) GROUP BY account`,
    { since: sinceMs },
  );
  return rows.map((row) => [row.account, Number(row.arrived)]);
}

/** The same by day, as the log notes it. */
export async function arrivedByDay(engine: RecordsEngine, sinceMs: number): Promise<Arrived> {
  const rows = await engine.query<{ account: number; on: string; arrived: string }>(
    `SELECT account, toString(day) AS on, sum(records) AS arrived FROM arrivals
     WHERE day >= toDate(fromUnixTimestamp64Milli({since: Int64}, 'UTC')) GROUP BY account, day`,
    { since: sinceMs },
  );
  return rows.map((row) => [row.account, row.on, Number(row.arrived)]);
}
