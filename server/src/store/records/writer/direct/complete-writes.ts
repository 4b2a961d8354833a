// Completes the writes of an engine that died during an insert: rows of a table that are missing in the tables
// behind it (call_ids, agg_15m, arrivals) and were not charged. The ledger's record of the write lists the
// rows. The accounts are held meanwhile, so nothing is added to them. Every step can be repeated, because it
// adds only what is missing. Two processes at once would both add it. So each statement has a name by which the
// next holder finds it on the server, and no statement is sent shortly before the hold ends.
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
import { OF_ACCOUNT } from '../../questions/scope.ts';

/** By the id of each write. */
export type CompleteWrites = (
  unfinished: readonly UnfinishedWrite[],
  hold: Held,
) => Promise<Map<string, Completion>>;

const LOOK_PAUSE_MS = 300;
const LOOKS = 8;
/** UNKNOWN_IDENTIFIER, UNKNOWN_TABLE, ACCESS_DENIED: the server does not list running queries. */
const NOT_LISTED = [47, 60, 497];

const RUNNING_SQL = `SELECT count() AS running FROM system.processes
  WHERE arrayExists(write -> startsWith(query_id, write), {writes: Array(String)})`;
const BUFFERED_SQL = `SELECT count() AS running FROM system.asynchronous_inserts
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
 * An unanswered insert may still run, or wait in the socket of a server that recovers. The first answer shows
 * that the server responds; everything sent before is in its list a moment later.
 */
async function untilEnded(engine: RecordsEngine, writes: readonly string[]): Promise<void> {
  for (let look = 1; look <= LOOKS; look += 1) {
    const running = (await count(engine, RUNNING_SQL, writes)) + (await count(engine, BUFFERED_SQL, writes));
    if (running === 0 && look > 1) return;
    await setTimeout(LOOK_PAUSE_MS);
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
    if (NOT_LISTED.some((code) => isEngineError(error, code))) return 0;
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
 * Arrivals cannot be counted from the records, because some may be deleted. But the ledger was charged for
 * each arrival, so the charges, with these writes, equal the arrivals.
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
       WHERE ${OF_ACCOUNT} AND toYYYYMM(day) = {month: UInt32}`,
      { account, month: Number(month.replace('-', '')) },
    );
    const missing = Math.min(records, due - Number(row?.arrived ?? 0));
    const day = new Date(last.beganAt).toISOString().slice(0, 10);
    const rows = missing > 0 ? [{ account, day, records: missing }] : [];
    await engine.insert('arrivals', rows, undefined, call());
  }
}
