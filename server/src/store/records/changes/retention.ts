// When records expire, in every table that has rows of a record.
import type { Params, RecordsEngine } from '../engine/engine.ts';
import { OF_ACCOUNT } from '../questions/scope.ts';
import { recordsChange } from './change.ts';
import { SHARED_FOR_MS } from '../writer/rows/stored.ts';
import { EXPIRED_MESSAGES } from './shared-messages.ts';
import { mutate, type MutableTable, type Mutation } from './mutate.ts';

/** The same as ingest computes: whole seconds, rounded up, within the range of the column. */
export const expirySql = (time: string): string =>
  `toDateTime(least(4294967295, intDiv(toUnixTimestamp64Milli(${time}) + {days: UInt32} * 86400000 + 999, 1000)), 'UTC')`;

interface Expiring {
  table: MutableTable;
  column: string;
  /** The column's value when records are kept for `days`. */
  kept: string;
  /** True for a row that has expired at `now`, in seconds. */
  past: string;
}

const byTime = (table: MutableTable, time: string): Expiring => ({
  table,
  column: 'expires_at',
  kept: expirySql(time),
  past: `expires_at <= toDateTime({now: UInt32}, 'UTC')`,
});

const EXPIRING: readonly Expiring[] = [
  byTime('call_content', 'timestamp'),
  {
    table: 'messages',
    column: 'expires_at',
    kept: expirySql(`(timestamp + INTERVAL ${SHARED_FOR_MS / 1_000} SECOND)`),
    past: EXPIRED_MESSAGES,
  },
  byTime('calls', 'timestamp'),
  byTime('observations', 'timestamp'),
  byTime('run_times', 'last'),
  // A group that an erasure has emptied has no last time. Its rows cancel each other, so they must stay as long as others.
  byTime('agg_15m', "greatest(last_seen, toDateTime64(bucket, 3, 'UTC'))"),
  {
    table: 'call_ids',
    column: 'expires_on',
    kept: `toDate(${expirySql('timestamp')}) + 1`,
    past: `expires_on <= toDate(toDateTime({now: UInt32}, 'UTC'))`,
  },
];

/** Rows by table. Tables without expired rows are missing. */
export type DeletedRows = Partial<Record<MutableTable, number>>;

/**
 * Deletes the rows of all accounts that have expired at `nowMs`. The tables' TTL does the same by the
 * engine's clock and in its own time; this job keeps the promise. Counting reads one narrow column of each
 * table, and parts are rewritten only if there is something to delete.
 */
export async function deleteExpired(
  engine: RecordsEngine,
  nowMs: number,
  signal?: AbortSignal,
): Promise<DeletedRows> {
  const params = { now: Math.floor(nowMs / 1000) };
  const counted = await countExpired(engine, params);
  const deleted: DeletedRows = {};
  const deletions: Mutation[] = [];
  for (const { table, past } of EXPIRING) {
    const rows = Number(counted[table] ?? 0);
    if (rows === 0) continue;
    deleted[table] = rows;
    deletions.push({ table, action: `DELETE WHERE ${past}` });
  }
  if (deletions.length > 0) await mutate(engine, deletions, params, signal);
  return deleted;
}

async function countExpired(engine: RecordsEngine, params: Params): Promise<Record<string, string>> {
  const counts = EXPIRING.map(
    ({ table, past }) => `(SELECT count() FROM ${table} WHERE ${past}) AS ${table}`,
  ).join(', ');
  const [row] = await engine.query<Record<string, string>>(`SELECT ${counts}`, params);
  return row ?? {};
}

/**
 * Makes the stored rows of an account expire `days` after their time, sooner or later than before. Parts in
 * which every row already does are left alone, so a second run costs little. `deleteExpired` removes the rows
 * that have expired by then.
 */
export const setRetention = recordsChange({
  name: 'setRetention',
  removesContent: true,
  run: (engine, account, signal, days: number) => {
    const updates = EXPIRING.map(({ table, column, kept }) => ({
      table,
      action: `UPDATE ${column} = ${kept} WHERE ${OF_ACCOUNT} AND ${column} != ${kept}`,
    }));
    return mutate(engine, updates, { account, days }, signal);
  },
});
