// Records that somebody wants erased: gone from every answer at once, and from the disk when `purgeErased` has been there.
//
// A batch is staged first, then applied in steps that may each be repeated: what its calls add to the sums is taken out under a
// token that the batch gives, its rows are hidden in every table, and the batch is dropped. Whatever is staged when a process dies
// is finished by the next change of the account (core/record-changes/record-changes.ts). Hiding writes one small column; parts are rewritten
// once, at the end, however many batches there were. What was charged stays charged: `arrivals` is not touched.
import { setTimeout as pause } from 'node:timers/promises';
import type { CallPosition } from './cost-change.ts';
import { DEMOTED_COLUMNS, negatedSums, type DemotedRow } from './observation-of-call.ts';
import type { RecordsEngine } from '../engine/engine.ts';
import { idHashSql } from '../writer/dedup/id-hash.ts';
import { mutate, type Mutation } from './mutate.ts';

/** Nothing has changed yet; `applyErasures` does it. The number is for what is applied together. */
export const stageErasure = (
  engine: RecordsEngine,
  account: number,
  batch: number,
  records: readonly CallPosition[],
): Promise<void> =>
  engine.insert(
    'staged_erasures',
    records.map(({ id, timestampMs }) => ({
      account,
      batch,
      id,
      timestamp: new Date(timestampMs).toISOString(),
    })),
  );

const STAGED = 'FROM staged_erasures WHERE account = {account: UInt32} AND batch = {batch: UInt64}';

const OF_THE_BATCH = `account = {account: UInt32} AND (timestamp, id) IN (SELECT timestamp, id ${STAGED})`;

const hidden = (where: string) => `UPDATE _row_exists = 0 WHERE ${where}`;

// The ids last: who looks whether an id is taken must not find it free while its record is still there.
const STEPS: readonly (readonly Mutation[])[] = [
  [
    { table: 'call_content', action: hidden(OF_THE_BATCH) },
    { table: 'calls', action: hidden(OF_THE_BATCH) },
    { table: 'observations', action: hidden(OF_THE_BATCH) },
  ],
  [
    {
      table: 'call_ids',
      action: hidden(
        `account = {account: UInt32} AND (timestamp, id_hash) IN (SELECT timestamp, ${idHashSql('id')} ${STAGED})`,
      ),
    },
  ],
];

const CALLS_AT_ONCE = 5_000;

/** Takes everything that is staged for an account out of its rows and sums. One at a time for an account. */
export async function applyErasures(
  engine: RecordsEngine,
  account: number,
  signal?: AbortSignal,
): Promise<void> {
  const batches = await engine.query<{ batch: string }>(
    'SELECT DISTINCT batch FROM staged_erasures WHERE account = {account: UInt32} ORDER BY batch',
    { account },
  );
  for (const { batch } of batches) {
    signal?.throwIfAborted();
    const params = { account, batch };
    await takeOutOfSums(engine, params);
    await engine.sync?.();
    for (const step of STEPS) await mutate(engine, step, params, signal);
    await engine.command('ALTER TABLE staged_erasures DROP PARTITION ({account: UInt32}, {batch: UInt64})', {
      ...params,
    });
  }
}

/** Row by row, in the order of the rows: the same block under the same token, whoever repeats it. */
async function takeOutOfSums(
  engine: RecordsEngine,
  params: { account: number; batch: string },
): Promise<void> {
  for (let page = 0; ; page += 1) {
    const rows = await engine.query<DemotedRow>(
      `SELECT ${DEMOTED_COLUMNS} FROM calls WHERE ${OF_THE_BATCH} AND eval_run = 0
       ORDER BY calls.timestamp, calls.id LIMIT ${CALLS_AT_ONCE} OFFSET ${page * CALLS_AT_ONCE}`,
      params,
    );
    await engine.insert('agg_15m', rows.map(negatedSums), `erase.${params.account}.${params.batch}.${page}`);
    if (rows.length < CALLS_AT_ONCE) return;
  }
}

const HELD: readonly Mutation['table'][] = ['calls', 'observations', 'call_content', 'call_ids'];

/** Of all accounts: rewrites the parts that have hidden rows, without them. Parts without are left alone. */
export async function purgeErased(engine: RecordsEngine, signal?: AbortSignal): Promise<void> {
  await mutate(
    engine,
    HELD.map((table) => ({ table, action: 'APPLY DELETED MASK' })),
    {},
    signal,
  );
  if (engine.kind === 'embedded') await removed(engine, signal);
}

/** What else had a name in it, or sums of a deleted account. */
const BESIDE = ['staged_erasures', 'staged_costs', 'staged_rewrites', 'agg_15m', 'arrivals'];

const LOOK_MS = 1_000;
// Before its first round the cleaner waits as long as the engine's own settings say.
const PATIENCE_MS = 360_000;

const REPLACED = `SELECT DISTINCT table FROM system.parts WHERE database = currentDatabase()
  AND table IN {tables: Array(String)} AND NOT active AND remove_time <= fromUnixTimestamp({until: UInt32})`;

/**
 * In-process the engine removes the files of parts that were replaced when its cleaner next comes round, within seconds
 * (migrations/0006-staged-erasures.ts). A server keeps such parts for eight minutes, by `old_parts_lifetime`, and answers for that
 * itself.
 */
async function removed(engine: RecordsEngine, signal?: AbortSignal): Promise<void> {
  const [clock] = await engine.query<{ now: number }>('SELECT toUnixTimestamp(now()) AS now');
  const params = { tables: [...HELD, ...BESIDE], until: clock?.now ?? 0 };
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    await pause(LOOK_MS, undefined, signal ? { signal } : {});
    const left = await engine.query<{ table: string }>(REPLACED, params);
    if (left.length === 0) return;
    if (performance.now() > deadline) throw new Error('Replaced parts of the records are still in use.');
  }
}
