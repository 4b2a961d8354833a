// Mutations of stored rows: the engine rewrites the parts that hold them, in the background.
import { setTimeout as pause } from 'node:timers/promises';
import type { Params, RecordsEngine } from '../engine/engine.ts';

/** The tables of records, and those that views fill from them. Loads write to all of them. */
export const RECORD_TABLES = [
  'calls',
  'observations',
  'call_content',
  'messages',
  'call_ids',
  'agg_15m',
  'arrivals',
  'run_times',
] as const;
export type MutableTable = (typeof RECORD_TABLES)[number];

export interface Mutation {
  table: MutableTable;
  /** `DELETE WHERE …`, `UPDATE … WHERE …`, `APPLY PATCHES` or `APPLY DELETED MASK` */
  action: string;
}

/** Tables whose rows can be hidden by a small part beside them. */
type PatchedTable = Exclude<MutableTable, 'agg_15m' | 'arrivals'>;

/**
 * No answer has the rows any more. They stay on disk until `purgeErased` rewrites their parts, or a merge does. It
 * writes a small part that names the rows, so it takes a fraction of a mutation and nothing has to be waited for.
 */
export const hideRows = (
  engine: RecordsEngine,
  table: PatchedTable,
  where: string,
  params: Params,
): Promise<void> =>
  engine.command(
    `DELETE FROM ${table} WHERE ${where} SETTINGS lightweight_delete_mode = 'lightweight_update_force'`,
    params,
  );

/** A small table takes milliseconds, a large one minutes: each wait is a quarter of the time so far. */
const SHORTEST_POLL_MS = 20;
const LONGEST_POLL_MS = 1_000;
const nextPollMs = (waitedMs: number): number =>
  Math.min(LONGEST_POLL_MS, Math.max(SHORTEST_POLL_MS, waitedMs / 4));

const UNDER_WAY = `SELECT table, command, latest_fail_reason AS reason FROM system.mutations
  WHERE database = currentDatabase() AND table IN {tables: Array(String)} AND NOT is_done AND NOT is_killed`;

/**
 * Returns when every part is rewritten and no answer has the old rows. Files of the replaced parts stay on
 * disk a while longer: in-process until the engine's cleaner runs, which `purgeErased` waits for (erase.ts),
 * on a server for `old_parts_lifetime`. It polls for progress instead of using `mutations_sync`, which would
 * block the one in-process connection for writing, and every load with it.
 */
export async function mutate(
  engine: RecordsEngine,
  mutations: readonly Mutation[],
  params: Params,
  signal?: AbortSignal,
): Promise<void> {
  for (const { table, action } of mutations) {
    await engine.command(`ALTER TABLE ${table} ${action} SETTINGS mutations_sync = 0`, params);
  }
  const tables = mutations.map(({ table }) => table);
  const began = performance.now();
  for (;;) {
    // Waits first: no mutation is done at once, and a poll costs a tenth of a small mutation.
    await pause(nextPollMs(performance.now() - began), undefined, signal ? { signal } : {});
    const left = await engine.query<{ table: string; command: string; reason: string }>(UNDER_WAY, {
      tables,
    });
    if (left.length === 0) return;
    const failed = left.find(({ reason }) => reason !== '');
    // The engine keeps trying, and the caller gets the reason for the delay.
    if (failed) throw new Error(`${failed.table} cannot be rewritten, ${failed.command}: ${failed.reason}`);
  }
}
