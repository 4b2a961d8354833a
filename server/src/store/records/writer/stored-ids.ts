// Ids and counts in the tables: looked up when a fingerprint matches, and read once at start.
import { setTimeout as sleep } from 'node:timers/promises';
import { Pace } from '#lib/yield-to-event-loop';
import type { RecordsEngine } from '../engine/engine.ts';
import { wholeAccount } from '../questions/scope.ts';
import { selectStoredIds } from '../questions/stored-ids.ts';
import type { AskEngine, KnownIds } from './dedup/known-ids.ts';
import type { Arrived } from './log/checkpoint.ts';

export const askTables =
  (engine: RecordsEngine): AskEngine =>
  (account, ids) =>
    selectStoredIds(ids).run(engine, wholeAccount(account));

/** An account of 4 bytes and a hash of 8. */
const ROW_BYTES = 12;
/** Pause after each piece, so that the first questions after a start do not wait for seconds. */
const REST_MS = 1;
/** The start itself, and the first questions, come first. Until the ids are known, the engine is asked. */
const LEARN_AFTER_MS = 1_000;
/** Bytes between two checks of the clock. */
const PIECE_BYTES = 1_000 * ROW_BYTES;

/** Adds a fingerprint for every stored id, in pieces, in the background. `ids` is complete afterwards. */
export async function learnStoredIds(
  engine: RecordsEngine,
  ids: KnownIds,
  signal: AbortSignal,
): Promise<void> {
  const sql = 'SELECT account, id_hash FROM call_ids SETTINGS max_block_size = 65536';
  const pace = new Pace();
  await sleep(LEARN_AFTER_MS, undefined, { signal, ref: false });
  for await (const bytes of engine.streamBytes(sql, {}, 'RowBinary', signal)) {
    const rows = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at + ROW_BYTES <= rows.byteLength; at += ROW_BYTES) {
      if (at % PIECE_BYTES === 0 && pace.isDue) {
        await sleep(REST_MS);
        await pace.rest();
      }
      // Little-endian.
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

/**
 * Records of each account that arrived since the start of that UTC day, including expired ones; quotas count
 * these.
 */
export async function countArrivedSince(engine: RecordsEngine, sinceMs: number): Promise<[number, number][]> {
  const rows = await engine.query<{ account: number; arrived: string }>(
    `SELECT account, sum(records) AS arrived FROM arrivals
     WHERE day >= toDate(fromUnixTimestamp64Milli({since: Int64}, 'UTC')) GROUP BY account`,
    { since: sinceMs },
  );
  return rows.map((row) => [row.account, Number(row.arrived)]);
}

/** The same by day, for the checkpoint. */
export async function arrivedByDay(engine: RecordsEngine, sinceMs: number): Promise<Arrived> {
  const rows = await engine.query<{ account: number; on: string; arrived: string }>(
    `SELECT account, toString(day) AS on, sum(records) AS arrived FROM arrivals
     WHERE day >= toDate(fromUnixTimestamp64Milli({since: Int64}, 'UTC')) GROUP BY account, day`,
    { since: sinceMs },
  );
  return rows.map((row) => [row.account, row.on, Number(row.arrived)]);
}
