// Repair after a power cut. Loads since the last checkpoint may have reached the disk in any combination: a
// part may be complete, damaged or missing, independent of the tables behind it, and a deduplication token
// may exist with or without its part. The segments themselves are complete. So nothing is trusted: damaged
// parts are dropped, rows of the segments that a table lacks are inserted, and rollup and arrivals are
// recomputed. Every step can be repeated.
import { randomUUID } from 'node:crypto';
import { glob, rm } from 'node:fs/promises';
import path from 'node:path';
import { chunks } from '#lib/chunks';
import { DAY_MS } from '#lib/clock';
import type { RecordsEngine } from '../../engine/engine.ts';
import { applyAdditions } from '../../changes/add-to-records.ts';
import { applyErasures } from '../../changes/erase.ts';
import { runTimesOf } from '../../migrations/0001-schema.ts';
import { idHashSql } from '../dedup/id-hash.ts';
import { RECORD_TABLES } from '../../changes/mutate.ts';
import { applyStagedCosts } from '../../changes/reprice.ts';
import { completeSums } from '../direct/complete-sums.ts';
import { arrivedByDay } from '../stored-ids.ts';
import type { Arrived } from './checkpoint.ts';
import { FILES, type DataFile } from './segment.ts';
import { insertFrom, selectFrom } from './load.ts';
import type { SealedSegment } from './loader.ts';

/** The key of a row, and the prefix by which the table is ordered. */
const KEYS: Readonly<Record<DataFile, { order: string; key: string }>> = {
  calls: { order: 'account, timestamp', key: 'account, timestamp, id' },
  observations: { order: 'account, timestamp', key: 'account, timestamp, id' },
  call_content: { order: 'account, timestamp', key: 'account, timestamp, id' },
  messages: { order: 'account, id', key: 'account, id' },
};

/** Whose rows are records, which views count. */
const isOfRecords = (file: DataFile): file is 'calls' | 'observations' =>
  file === 'calls' || file === 'observations';

const AT_ONCE = 16;

/**
 * Runs before the engine opens its tables. A token whose part is lost would block the repetition of its
 * insert, and the engine reads such a file only up to its first damaged line.
 */
export async function forgetTokens(enginePath: string): Promise<void> {
  for await (const file of glob('store/*/*/deduplication_logs/*', { cwd: enginePath }))
    await rm(path.join(enginePath, file), { force: true });
}

export async function repairTables(
  engine: RecordsEngine,
  folder: string,
  segments: readonly SealedSegment[],
  arrived: Arrived | null,
): Promise<void> {
  await dropDamaged(engine);
  const quarters = await finishChanges(engine);
  for (const some of chunks(segments, AT_ONCE)) {
    for (const file of FILES) {
      if (!some.some(({ rows }) => rows[file] > 0)) continue;
      await engine.command(missingSql(folder, some, file));
      if (!isOfRecords(file)) continue;
      await engine.command(missingIdsSql(folder, some, file));
      await engine.command(missingTimesSql(folder, some, file));
    }
    for (const { account, times } of await quartersOf(engine, folder, some))
      quarters.set(account, [...(quarters.get(account) ?? []), ...times]);
  }
  for (const [account, times] of quarters) await completeSums(engine, account, times);
  if (arrived) await completeArrivals(engine, folder, segments, arrived);
  await dropDetached(engine);
}

// Unsynced parts were never merged: a merge syncs its result. A part of the right length with wrong bytes is
// only detected by its checksums.
const UNMERGED = `SELECT table, name FROM system.parts
  WHERE database = currentDatabase() AND active AND level = 0 AND table IN {tables: Array(String)}`;

async function dropDamaged(engine: RecordsEngine): Promise<void> {
  const unmerged = () =>
    engine.query<{ table: string; name: string }>(UNMERGED, { tables: [...RECORD_TABLES] });
  for (const { table, name } of await unmerged()) {
    try {
      const [checked] = await engine.query<{ result: number }>(
        `CHECK TABLE ${table} PART '${name}' SETTINGS check_query_single_value_result = 1`,
      );
      if (checked?.result === 0) await engine.command(`ALTER TABLE ${table} DROP PART '${name}'`);
    } catch (error) {
      // A part that was merged meanwhile cannot be checked; the merge has read all of it.
      if ((await unmerged()).some((part) => part.table === table && part.name === name)) throw error;
    }
  }
}

/**
 * The engine detaches parts that it cannot open. Their rows were inserted again, and an erasure must not miss
 * the copy.
 */
async function dropDetached(engine: RecordsEngine): Promise<void> {
  const parts = await engine.query<{ table: string; name: string }>(
    `SELECT table, name FROM system.detached_parts
     WHERE database = currentDatabase() AND reason = 'broken-on-start' AND level = 0 AND table IN {tables: Array(String)}`,
    { tables: [...RECORD_TABLES] },
  );
  for (const { table, name } of parts)
    await engine.command(
      `ALTER TABLE ${table} DROP DETACHED PART '${name}' SETTINGS allow_drop_detached = 1`,
    );
}

/**
 * Finishes interrupted changes of stored records. Only a token would show whether their difference is in the
 * rollup, so the rollup of what they touched is recomputed. Returns which buckets those are.
 */
async function finishChanges(engine: RecordsEngine): Promise<Map<number, number[]>> {
  const quarters = new Map<number, number[]>();
  const rows = await engine.query<{ account: number; times: string[] }>(
    `SELECT account, groupUniqArray(toUnixTimestamp(toStartOfFifteenMinutes(timestamp))) AS times
     FROM (SELECT account, timestamp FROM staged_costs UNION ALL SELECT account, timestamp FROM staged_erasures
       UNION ALL SELECT account, timestamp FROM staged_additions)
     GROUP BY account`,
  );
  for (const { account, times } of rows) {
    quarters.set(account, times.map(inMs));
    await applyErasures().run(engine, account);
    await applyStagedCosts().run(engine, account);
    await applyAdditions().run(engine, account);
  }
  return quarters;
}

const inMs = (seconds: string | number): number => Number(seconds) * 1_000;

/**
 * Without a token the engine compares the rows themselves, and would drop an equal correction as a duplicate
 * of an earlier one.
 */
const freshToken = (): string => `repair.${randomUUID()}`;

function missingSql(folder: string, segments: readonly SealedSegment[], file: DataFile): string {
  const { order, key } = KEYS[file];
  return `${insertFrom(folder, segments, file)}
WHERE (${key}) NOT IN (SELECT ${key} FROM ${file} WHERE (${order}) IN (${selectFrom(folder, segments, file, order)}))
SETTINGS insert_deduplication_token = '${freshToken()}', deduplicate_blocks_in_dependent_materialized_views = 1`;
}

/** The rows that the view over `file` makes of its records. */
function missingIdsSql(
  folder: string,
  segments: readonly SealedSegment[],
  file: 'calls' | 'observations',
): string {
  const hash = idHashSql('id');
  const rows = selectFrom(folder, segments, file, 'account, id, timestamp, expires_at');
  return `INSERT INTO call_ids (account, id_hash, timestamp, expires_on)
SELECT account, ${hash} AS hash, timestamp, toDate(expires_at) + 1 FROM (${rows})
WHERE (account, hash, timestamp) NOT IN (
  SELECT account, id_hash, timestamp FROM call_ids WHERE (account, id_hash) IN (SELECT account, ${hash} FROM (${rows})))
SETTINGS insert_deduplicate = 0`;
}

/** The rows that the views over spans derive. A repeated row does no harm. */
function missingTimesSql(
  folder: string,
  segments: readonly SealedSegment[],
  file: 'calls' | 'observations',
): string {
  const rows = selectFrom(folder, segments, file, 'account, project, trace_id, timestamp, expires_at');
  return `INSERT INTO run_times (account, run, project, first, last, expires_at)
${runTimesOf(`FROM (${rows})\nWHERE`)}
SETTINGS insert_deduplicate = 0`;
}

async function quartersOf(
  engine: RecordsEngine,
  folder: string,
  segments: readonly SealedSegment[],
): Promise<{ account: number; times: number[] }[]> {
  if (!segments.some(({ rows }) => rows.calls > 0)) return [];
  const rows = await engine.query<{ account: number; times: string[] }>(
    `SELECT account, groupUniqArray(toUnixTimestamp(toStartOfFifteenMinutes(timestamp))) AS times
     FROM (${selectFrom(folder, segments, 'calls', 'account, timestamp')}) GROUP BY account`,
  );
  return rows.map(({ account, times }) => ({ account, times: times.map(inMs) }));
}

/**
 * Arrivals cannot be counted from the records, because some may be deleted. The checkpoint has the arrivals
 * before the segments, for two days. Records with an earlier day, from a clock that was set back, are unknown
 * and stay unchanged.
 */
async function completeArrivals(
  engine: RecordsEngine,
  folder: string,
  segments: readonly SealedSegment[],
  arrived: Arrived,
): Promise<void> {
  const due = new Map(arrived.map(([account, day, records]) => [`${account} ${day}`, records]));
  const touched = new Map<string, { account: number; day: string }>();
  for (const some of chunks(segments, AT_ONCE)) {
    for (const { account, day, records } of await arrivedIn(engine, folder, some)) {
      const key = `${account} ${day}`;
      touched.set(key, { account, day });
      due.set(key, (due.get(key) ?? 0) + Number(records));
    }
  }
  if (touched.size === 0) return;
  const newest = Math.max(...[...due.keys()].map((key) => Date.parse(key.split(' ')[1] ?? '')));
  const have = await arrivedByDay(engine, newest - DAY_MS);
  const stored = new Map(have.map(([account, day, records]) => [`${account} ${day}`, records]));
  // Views counted the rows that were inserted again, also if their first count had reached the disk.
  const rows = [...touched].flatMap(([key, { account, day }]) => {
    const by = (due.get(key) ?? 0) - (stored.get(key) ?? 0);
    return by === 0 || Date.parse(day) < newest - DAY_MS ? [] : [{ account, day, records: wrapped(by) }];
  });
  await engine.insert('arrivals', rows, freshToken());
}

/** A negative number wraps around as unsigned, so that the sum is right. */
const wrapped = (by: number): string => String(BigInt.asUintN(64, BigInt(by)));

async function arrivedIn(
  engine: RecordsEngine,
  folder: string,
  segments: readonly SealedSegment[],
): Promise<{ account: number; day: string; records: string }[]> {
  const parts = (['calls', 'observations'] as const)
    .filter((file) => segments.some(({ rows }) => rows[file] > 0))
    .map((file) => selectFrom(folder, segments, file, 'account, received_at'));
  return parts.length === 0
    ? []
    : engine.query(
        `SELECT account, toString(toDate(received_at)) AS day, count() AS records
         FROM (${parts.join(' UNION ALL ')}) GROUP BY account, day`,
      );
}
