// What an engine that died in mid-insert left: rows in a table that the tables behind it (call_ids, agg_15m, arrivals) lack, and
// that nobody was charged for. The ledger's note of the write says which rows to look for. The accounts are held meanwhile, so
// nobody adds to them. Every step may be repeated: each adds only what is missing. Two at once would both add it, so each statement
// bears a name by which the next holder sees it on the server, and none is sent when the hold is about to end.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { unavailable } from '#lib/app-error';
import type { RecordsEngine, ServerCall } from '../../engine/engine.ts';
import { isEngineError } from '../../engine/errors.ts';
import { AT_ONCE } from './ask-stored.ts';
import { completeIds } from './complete-ids.ts';
import { completeSums } from './complete-sums.ts';
import { heldCall, type Held } from './held-call.ts';
import type { Completion, UnfinishedWrite, UsageLedger } from './usage-ledger.ts';

/** By the id of each write. */
export type CompleteWrites = (
  unfinished: readonly UnfinishedWrite[],
  hold: Held,
) => Promise<Map<string, Completion>>;

const PAUSE_MS = 300;
const LOOKS = 8;
/** UNKNOWN_IDENTIFIER, UNKNOWN_TABLE, ACCESS_DENIED: a server that does not say what runs. */
const NOT_TOLD = [47, 60, 497];

export const RUNNING_SQL = `SELECT count() AS running FROM system.processes
  WHERE arrayExists(write -> startsWith(query_id, write), {writes: Array(String)})`;
export const BUFFERED_SQL = `SELECT count() AS running FROM system.asynchronous_inserts
  WHERE arrayExists(id -> arrayExists(write -> startsWith(id, write), {writes: Array(String)}), entries.query_id)`;

export const completeWrites =
  (engine: RecordsEngine, ledger: UsageLedger): CompleteWrites =>
  async (unfinished, hold) => {
    const completed = new Map<string, Completion>();
    if (unfinished.length === 0) return completed;
    await untilEnded(engine, [
      ...new Set(unfinished.map(({ write }) => write)),
      ...unfinished.map(({ id }) => completionOf(id)),
    ]);
    for (const [account, writes] of Map.groupBy(unfinished, (write) => write.account)) {
      const stored = new Map<string, number>();
      const call = () => heldCall(hold, `${completionOf(writes[0]?.id ?? '')}${randomUUID()}`);
      for (const write of writes) stored.set(write.id, write.charged ?? (await idsOf(engine, write, call)));
      const complete = await ledger.whileUnchanged(account, async () => {
        const times = writes.flatMap(({ records }) => records.map(({ timestampMs }) => timestampMs));
        await completeSums(engine, account, times, call);
        await completeArrivals(engine, { account, writes, stored, call });
      });
      for (const [id, records] of stored) completed.set(id, { stored: records, complete });
    }
    return completed;
  };

const completionOf = (id: string): string => `completion.${id}.`;

/**
 * An insert that went unanswered may still be at work, or wait in the socket of a server that comes to itself. The first answer
 * says that the server is awake; what had been sent before is in its list a moment later.
 */
async function untilEnded(engine: RecordsEngine, writes: readonly string[]): Promise<void> {
  for (let look = 1; look <= LOOKS; look += 1) {
    const running = (await count(engine, RUNNING_SQL, writes)) + (await count(engine, BUFFERED_SQL, writes));
    if (running === 0 && look > 1) return;
    await setTimeout(PAUSE_MS);
  }
  throw unavailable(
    'overloaded',
    'An earlier write of these records is still under way. Send them again shortly.',
  );
}

async function count(engine: RecordsEngine, sql: string, writes: readonly string[]): Promise<number> {
  try {
    const [row] = await engine.query<{ running: string }>(sql, { writes });
    return Number(row?.running ?? 0);
  } catch (error) {
    if (NOT_TOLD.some((code) => isEngineError(error, code))) return 0;
    throw error;
  }
}

/** Returns how many of its records are stored. */
async function idsOf(
  engine: RecordsEngine,
  { account, records }: UnfinishedWrite,
  call: () => ServerCall,
): Promise<number> {
  let stored = 0;
  for (let from = 0; from < records.length; from += AT_ONCE)
    stored += await completeIds(engine, account, records.slice(from, from + AT_ONCE), call);
  return stored;
}

interface Arrivals {
  account: number;
  writes: readonly UnfinishedWrite[];
  stored: ReadonlyMap<string, number>;
  call: () => ServerCall;
}

/**
 * Arrivals cannot be counted from the records, of which some may be deleted since. But the ledger was charged for each arrival,
 * so what is charged, with these writes, is what arrived.
 */
async function completeArrivals(
  engine: RecordsEngine,
  { account, writes, stored, call }: Arrivals,
): Promise<void> {
  for (const [month, those] of Map.groupBy(writes, (write) => write.month)) {
    const [last] = those.slice(-1);
    const sum = (some: readonly UnfinishedWrite[]) =>
      some.reduce((total, { id }) => total + (stored.get(id) ?? 0), 0);
    const records = sum(those);
    if (!last || records === 0) continue;
    const due = last.used + sum(those.filter(({ charged }) => charged === null));
    const [row] = await engine.query<{ arrived: string }>(
      `SELECT sum(records) AS arrived FROM arrivals
       WHERE account = {account: UInt32} AND toYYYYMM(day) = {month: UInt32}`,
      { account, month: Number(month.replace('-', '')) },
    );
    const missing = Math.min(records, due - Number(row?.arrived ?? 0));
    const day = new Date(last.beganAt).toISOString().slice(0, 10);
    const rows = missing > 0 ? [{ account, day, records: missing }] : [];
    await engine.insert('arrivals', rows, undefined, call());
  }
}
