// How long records stay: the moment each row expires, in every table that has rows of a record.
import type { Params, RecordsEngine } from '../engine/engine.ts';
import { mutate, type MutableTable, type Mutation } from './mutate.ts';

/** As ingest computes it: whole seconds, rounded up, within what the column can hold. */
export const expirySql = (time: string): string =>
  `toDateTime(least(4294967295, intDiv(toUnixTimestamp64Milli(${time}) + {days: UInt32} * 86400000 + 999, 1000)), 'UTC')`;

interface Expiring {
  table: MutableTable;
  column: string;
  /** The column's value when records are kept for `days`. */
  kept: string;
  /** True of a row that is past its time at `now`, in seconds. */
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
  byTime('calls', 'timestamp'),
  byTime('observations', 'timestamp'),
  byTime('agg_15m', 'last_seen'),
  {
    table: 'call_ids',
    column: 'expires_on',
    kept: `toDate(${expirySql('timestamp')}) + 1`,
    past: `expires_on <= toDate(toDateTime({now: UInt32}, 'UTC'))`,
  },
];

/** Rows by table; only tables that had some. */
export type DeletedRows = Partial<Record<MutableTable, number>>;

/**
 * Deletes for good, in all accounts, what is past its time at `nowMs`. The tables' TTL does the same by the engine's own
 * clock and at its own pace; this is what keeps the promise. Counting reads one narrow column of each table; parts are
 * rewritten only where there is something to delete.
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
 * Makes the stored rows of an account expire `days` after their time, sooner or later than they did. Parts in which every row
 * does so already are left alone, so a second run costs little. What is past its time afterwards is for `deleteExpired`.
 */
export async function setRetention(
  engine: RecordsEngine,
  account: number,
  days: number,
  signal?: AbortSignal,
): Promise<void> {
  const updates = EXPIRING.map(({ table, column, kept }) => ({
    table,
    action: `UPDATE ${column} = ${kept} WHERE account = {account: UInt32} AND ${column} != ${kept}`,
  }));
  await mutate(engine, updates, { account, days }, signal);
}
