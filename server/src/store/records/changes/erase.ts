// Erases records: no answer contains them from now on, and `purgeErased` removes them from the disk.
//
// A batch is staged first and then applied in steps, each of which can be repeated: its calls are subtracted
// from the rollup under the batch's token, its rows are hidden in every table, and the batch is dropped. After
// a crash, the next change of the account finishes what is staged (core/record-changes/record-changes.ts).
// Hiding writes a small part beside the table; parts are rewritten once at the end, however many batches there were.
// Records stay charged: `arrivals` does not change.
import { setTimeout as pause } from 'node:timers/promises';
import type { RecordsEngine } from '../engine/engine.ts';
import { OF_ACCOUNT } from '../questions/scope.ts';
import type { CallRef } from '../record.ts';
import { RUN } from '../migrations/0001-schema.ts';
import { idHashSql } from '../writer/dedup/id-hash.ts';
import { recordsChange, dropStaged } from './change.ts';
import { hideRows, mutate, type Mutation } from './mutate.ts';
import { hideOrphans } from './shared-messages.ts';
import { negatedSums, WHOLE_CALL_COLUMNS, type WholeCallRow } from './observation-of-call.ts';

/** Changes nothing yet. Records with the same number are applied together. */
export const stageErasure = recordsChange({
  name: 'stageErasure',
  isStaging: true,
  run: (engine, account, _signal, batch: number, records: readonly CallRef[]) =>
    engine.insert(
      'staged_erasures',
      records.map(({ id, timestampMs }) => ({
        account,
        batch,
        id,
        timestamp: new Date(timestampMs).toISOString(),
      })),
    ),
});

const STAGED = `FROM staged_erasures WHERE ${OF_ACCOUNT} AND batch = {batch: UInt64}`;

const OF_BATCH = `${OF_ACCOUNT} AND (timestamp, id) IN (SELECT timestamp, id ${STAGED})`;

const BOTH = ['calls', 'observations'] as const;

/** The runs that lose a span. */
const TRACES = BOTH.map((table) => `SELECT trace_id FROM ${table} WHERE ${OF_BATCH} AND trace_id != ''`).join(
  ' UNION ALL ',
);
const RUNS = `SELECT ${RUN} FROM (${TRACES})`;
const OF_RUNS = `${OF_ACCOUNT} AND run IN (${RUNS})`;

/** The runs that keep a span. The times of their spans bound the reading. */
const RUNS_THAT_STAY = BOTH.map(
  (table) => `SELECT ${RUN} FROM ${table}
  WHERE ${OF_ACCOUNT} AND trace_id IN (${TRACES})
    AND timestamp >= (SELECT min(first) FROM run_times WHERE ${OF_RUNS})
    AND timestamp <= (SELECT max(last) FROM run_times WHERE ${OF_RUNS})
    AND (timestamp, id) NOT IN (SELECT timestamp, id ${STAGED})`,
).join(' UNION ALL ');

const OF_IDS = `${OF_ACCOUNT} AND (timestamp, id_hash) IN (SELECT timestamp, ${idHashSql('id')} ${STAGED})`;

/** Rows of the rollup whose last time is that of an erased call. */
const SEEN_LAST = `${OF_ACCOUNT} AND bucket IN (SELECT toStartOfFifteenMinutes(timestamp) ${STAGED})
  AND last_seen IN (SELECT timestamp ${STAGED})`;

const GROUP = 'toUnixTimestamp(bucket), project, toString(provider), toString(model)';

/** The last times of the calls that stay, in the quarters of an hour that lose one, by group. */
const LAST_OF_REST = `(SELECT mapFromArrays(groupArray(sipHash64(${GROUP})), groupArray(seen)) FROM (
  SELECT toStartOfFifteenMinutes(timestamp) AS bucket, project, provider, model, toUnixTimestamp64Milli(max(timestamp)) AS seen
  FROM calls
  WHERE ${OF_ACCOUNT} AND eval_run = 0 AND toStartOfFifteenMinutes(timestamp) IN (SELECT toStartOfFifteenMinutes(timestamp) ${STAGED})
    AND timestamp >= (SELECT min(timestamp) - INTERVAL 15 MINUTE ${STAGED})
    AND timestamp <= (SELECT max(timestamp) + INTERVAL 15 MINUTE ${STAGED})
    AND (timestamp, id) NOT IN (SELECT timestamp, id ${STAGED})
  GROUP BY bucket, project, provider, model))`;

/** A maximum cannot be subtracted from. A group without a call has no row in any answer, whatever its time. */
const CORRECT_LAST = `UPDATE last_seen = fromUnixTimestamp64Milli(${LAST_OF_REST}[sipHash64(${GROUP})], 'UTC') WHERE ${SEEN_LAST}`;

/** Whether the rollup has such a time. A mutation takes as long as several questions, so none runs in vain. */
const HAS_SEEN_LAST = `SELECT 1 AS found FROM agg_15m WHERE ${SEEN_LAST} LIMIT 1`;

/**
 * The times of runs that keep no span go first: the spans name the run. The ids go last: a record with such an id is a
 * new one only when the old one is gone.
 */
const HIDDEN = [
  ['run_times', `${OF_RUNS} AND run NOT IN (${RUNS_THAT_STAY})`],
  ['call_content', OF_BATCH],
  ['calls', OF_BATCH],
  ['observations', OF_BATCH],
  ['call_ids', OF_IDS],
] as const;

const CALLS_AT_ONCE = 5_000;

/** Removes all staged records of an account from its rows and its rollup. */
export const applyErasures = recordsChange({
  name: 'applyErasures',
  removesContent: true,
  run: async (engine, account, signal) => {
    const batches = await engine.query<{ batch: string }>(
      `SELECT DISTINCT batch FROM staged_erasures WHERE ${OF_ACCOUNT} ORDER BY batch`,
      { account },
    );
    for (const { batch } of batches) {
      signal?.throwIfAborted();
      const params = { account, batch };
      await subtractFromSums(engine, params);
      await engine.sync?.();
      const [isLast] = await engine.query(HAS_SEEN_LAST, params);
      if (isLast) await mutate(engine, [{ table: 'agg_15m', action: CORRECT_LAST }], params, signal);
      await hideOrphans(engine, OF_BATCH, params);
      for (const [table, where] of HIDDEN) await hideRows(engine, table, where, params);
      await engine.sync?.();
      await dropStaged(engine, 'staged_erasures', account, batch);
    }
  },
});

/** Row by row, in the order of the table: a repetition inserts the same block under the same token. */
async function subtractFromSums(
  engine: RecordsEngine,
  params: { account: number; batch: string },
): Promise<void> {
  for (let page = 0; ; page += 1) {
    const rows = await engine.query<WholeCallRow>(
      `SELECT ${WHOLE_CALL_COLUMNS} FROM calls WHERE ${OF_BATCH} AND eval_run = 0
       ORDER BY calls.timestamp, calls.id LIMIT ${CALLS_AT_ONCE} OFFSET ${page * CALLS_AT_ONCE}`,
      params,
    );
    await engine.insert('agg_15m', rows.map(negatedSums), `erase.${params.account}.${params.batch}.${page}`);
    if (rows.length < CALLS_AT_ONCE) return;
  }
}

const HELD: readonly Mutation['table'][] = [
  'calls',
  'observations',
  'call_content',
  'messages',
  'call_ids',
  'run_times',
];

/**
 * Rewrites the parts that have hidden rows, of all accounts. Other parts are left alone. The small parts that name the
 * rows are applied first: a part is rewritten only for a mask of its own.
 */
export async function purgeErased(engine: RecordsEngine, signal?: AbortSignal): Promise<void> {
  for (const action of ['APPLY PATCHES', 'APPLY DELETED MASK'])
    await mutate(
      engine,
      HELD.map((table) => ({ table, action })),
      {},
      signal,
    );
  if (engine.kind === 'embedded') await untilRemoved(engine, signal);
}

/** Other tables that held names, or the rollup of a deleted account. */
const OTHER_TABLES = ['staged_erasures', 'staged_costs', 'staged_additions', 'agg_15m', 'arrivals'];

const LOOK_MS = 1_000;
// The engine's own settings decide when the cleaner first runs.
const PATIENCE_MS = 360_000;

const REPLACED = `SELECT DISTINCT table FROM system.parts WHERE database = currentDatabase()
  AND table IN {tables: Array(String)} AND NOT active AND remove_time <= fromUnixTimestamp({until: UInt32})`;

/**
 * The in-process engine's cleaner removes the files of replaced parts within seconds
 * (migrations/0001-schema.ts). A server keeps them for eight minutes by default
 * (`old_parts_lifetime`), and its operator decides about that.
 */
async function untilRemoved(engine: RecordsEngine, signal?: AbortSignal): Promise<void> {
  const [clock] = await engine.query<{ now: number }>('SELECT toUnixTimestamp(now()) AS now');
  const params = { tables: [...HELD, ...OTHER_TABLES], until: clock?.now ?? 0 };
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    await pause(LOOK_MS, undefined, signal ? { signal } : {});
    const left = await engine.query<{ table: string }>(REPLACED, params);
    if (left.length === 0) return;
    if (performance.now() > deadline) throw new Error('Replaced parts of the records are still in use.');
  }
}
