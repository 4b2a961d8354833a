// After a power cut. Of what was loaded since the last checkpoint any part may have reached the disk: a part of a table whole, damaged or
// not at all, the tables behind it apart from it, and a deduplication token with its part or without. The segments themselves are
// whole. So nothing is trusted: damaged parts go, the rows of the segments are looked for in each table, those that are missing are
// added, and sums and arrivals are held against what they have to be. Every step may be repeated.
import { randomUUID } from 'node:crypto';
import { glob, rm } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '#lib/clock';
import type { RecordsEngine } from '../../engine/engine.ts';
import { applyErasures } from '../../changes/erase.ts';
import { idHashSql } from '../dedup/id-hash.ts';
import { RECORD_TABLES } from '../../changes/mutate.ts';
import { applyStagedCosts } from '../../changes/reprice.ts';
import { completeSums } from '../direct/complete-sums.ts';
import { arrivedByDay } from '../stored-ids.ts';
import type { Arrived } from './checkpoint.ts';
import { FILES, type DataFile } from './frame.ts';
import { insertFrom, selectFrom } from './load.ts';
import type { SealedSegment } from './loader.ts';

/** The key by which a row is found, and what of it the table is ordered by. */
const KEYS: Readonly<Record<DataFile, { order: string; key: string }>> = {
  calls: { order: 'account, timestamp', key: 'account, timestamp, id' },
  observations: { order: 'account, trace_id, timestamp', key: 'account, trace_id, timestamp, id' },
  call_content: { order: 'account, timestamp', key: 'account, timestamp, id' },
};

const AT_ONCE = 16;

/**
 * Before the engine opens its tables. A token whose part is lost would keep that insert from being repeated, and the engine reads such
 * a file only up to its first damaged line.
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
  for (const some of chunks(segments)) {
    for (const file of FILES) {
      if (!some.some(({ rows }) => rows[file] > 0)) continue;
      await engine.command(missingSql(folder, some, file));
      if (file !== 'call_content') await engine.command(missingIdsSql(folder, some, file));
    }
    for (const { account, times } of await quartersOf(engine, folder, some))
      quarters.set(account, [...(quarters.get(account) ?? []), ...times]);
  }
  for (const [account, times] of quarters) await completeSums(engine, account, times);
  if (arrived) await completeArrivals(engine, folder, segments, arrived);
  await dropDetached(engine);
}

/** The segments of a chunk have one form, so their rows have the same columns. */
function* chunks(segments: readonly SealedSegment[]): Generator<SealedSegment[]> {
  let some: SealedSegment[] = [];
  for (const segment of segments) {
    if (some.length === AT_ONCE || (some[0] && some[0].form !== segment.form)) {
      yield some;
      some = [];
    }
    some.push(segment);
  }
  if (some.length > 0) yield some;
}

// What was not synced was never merged: a merge syncs what it makes. Of the right length and with other bytes in it, a part is found
// out only by its checksums.
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
      // One that was merged meanwhile cannot be checked any more; the merge has read it whole.
      if ((await unmerged()).some((part) => part.table === table && part.name === name)) throw error;
    }
  }
}

/** The engine puts parts aside that it cannot open; rows of them were added again, and may have to be erased one day. */
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
 * Changes of stored records that were cut off. Only its token would show whether their difference is in the sums, so they are
 * finished, and the sums of what they touched are computed anew. Returns which those are.
 */
async function finishChanges(engine: RecordsEngine): Promise<Map<number, number[]>> {
  const quarters = new Map<number, number[]>();
  const rows = await engine.query<{ account: number; times: string[] }>(
    `SELECT account, groupUniqArray(toUnixTimestamp(toStartOfFifteenMinutes(timestamp))) AS times
     FROM (SELECT account, timestamp FROM staged_costs UNION ALL SELECT account, timestamp FROM staged_erasures)
     GROUP BY account`,
  );
  for (const { account, times } of rows) {
    quarters.set(account, times.map(inMs));
    await applyErasures(engine, account);
    await applyStagedCosts(engine, account);
  }
  return quarters;
}

const inMs = (seconds: string | number): number => Number(seconds) * 1_000;

/** Without a token the engine goes by the rows themselves, and would take the same correction for a repetition of an earlier one. */
const freshToken = (): string => `repair.${randomUUID()}`;

export function missingSql(folder: string, segments: readonly SealedSegment[], file: DataFile): string {
  const { order, key } = KEYS[file];
  return `${insertFrom(folder, segments, file)}
WHERE (${key}) NOT IN (SELECT ${key} FROM ${file} WHERE (${order}) IN (${selectFrom(folder, segments, file, order)}))
SETTINGS insert_deduplication_token = '${freshToken()}', deduplicate_blocks_in_dependent_materialized_views = 1`;
}

/** The rows that the view over `file` makes of its records. */
export function missingIdsSql(
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
 * Arrivals cannot be counted from the records, of which some may be deleted since. What had arrived before the segments is noted with the
 * checkpoint, for two days: of records with an earlier day, from a clock that was set back, nothing is known, and nothing is changed.
 */
async function completeArrivals(
  engine: RecordsEngine,
  folder: string,
  segments: readonly SealedSegment[],
  arrived: Arrived,
): Promise<void> {
  const due = new Map(arrived.map(([account, day, records]) => [`${account} ${day}`, records]));
  const touched = new Map<string, { account: number; day: string }>();
  for (const some of chunks(segments)) {
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
  // Rows that were added again have been counted again by the views, also where their first count had reached the disk.
  const rows = [...touched].flatMap(([key, { account, day }]) => {
    const by = (due.get(key) ?? 0) - (stored.get(key) ?? 0);
    return by === 0 || Date.parse(day) < newest - DAY_MS ? [] : [{ account, day, records: wrapped(by) }];
  });
  await engine.insert('arrivals', rows, freshToken());
}

/** A number to take off goes round as an unsigned one, and the sum comes out right. */
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
