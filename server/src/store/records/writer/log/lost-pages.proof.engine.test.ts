// A power cut over the real tables. Records were loaded since the last checkpoint. Of the files that the
// loads wrote, some are intact, and some are missing, empty, cut short or full of zeros; the log is intact.
// After the next start every acknowledged record is in every table once. The engine reads its files again
// when tables are attached, as it does when it starts.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#lib/clock';
import { heldTables, wholeTables } from '#test/support/half-tables';
import { incomingCall, incomingObservation } from '#test/support/incoming';
import { randomFrom } from '#test/support/proposal-traffic';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../../engine/engine.ts';
import { migrateRecords } from '../../migrations/migrate.ts';
import { applyStagedCosts, selectDerivedCosts, stageCosts } from '../../changes/reprice.ts';
import { createRecordsStore } from '../../create-records-store.ts';
import { openEmbeddedWriter } from '../open-embedded.ts';
import type { Incoming, RecordWriter } from '../writer.ts';
import { RECORD_TABLES } from '../../changes/mutate.ts';
import { forgetTokens } from './repair.ts';
import { applyErasures, stageErasure } from '../../index.ts';
import { wholeAccount } from '../../questions/scope.ts';
import { encodeRecords } from '../rows/encode-records.ts';

/** Each round damages dozens of parts, and a test of ten rounds checks that every kind of loss occurred. */
const ROUNDS = process.env['TEST_ALL'] === '1' ? 200 : 10;
const HOUR = 3_600_000;
const NEVER_MS = 2 ** 31 - 1;

const embedded = (await testEngines()).filter(({ config }) => config.kind === 'embedded');

/** What may happen to a file whose bytes were not synced. */
const DAMAGE = {
  'file is missing': (file: string) => rmSync(file),
  'file is empty': (file: string) => truncateSync(file, 0),
  'file is cut short': (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  'file is full of zeros': (file: string) => writeFileSync(file, Buffer.alloc(statSync(file).size)),
};
const LOSSES = [
  'part is missing',
  'part is unfinished',
  ...Object.keys(DAMAGE),
  'tokens are old',
  'tokens are cut short',
];

describe.each(embedded)('a power cut over the tables, $name', ({ config }) => {
  const root = mkdtempSync(path.join(tmpdir(), 'tracewell-lost-'));
  const account = newAccount();
  const acknowledged = { calls: 0, observations: 0, contents: 0 };
  const losses = new Set<string>();
  let engine: RecordsEngine;
  let writer: RecordWriter;
  let folder = path.join(root, 'log-0');
  let boot = 0;
  let number = 0;

  /** Aborted when the process that had the log dies: nothing of it reaches the engine any more. */
  let life = new AbortController();
  const mortal = (): RecordsEngine => {
    life.abort();
    const { signal } = (life = new AbortController());
    const never = () => new Promise<never>(() => undefined);
    return {
      ...engine,
      command: (...asked) => (signal.aborted ? never() : engine.command(...asked)),
      query: (...asked) => (signal.aborted ? never() : engine.query(...asked)),
    };
  };
  const open = () =>
    openEmbeddedWriter(mortal(), {
      folder,
      clock: systemClock,
      onProblem: () => undefined,
      checkpointMs: NEVER_MS,
      boot: String(boot),
    });

  beforeAll(async () => {
    engine = await openEngine(config, testOptions());
    await migrateRecords(engine);
    writer = await open();
  });
  afterAll(async () => {
    await writer.close();
    await engine.close();
    rmSync(root, { recursive: true, force: true });
  });

  async function write(chances: () => number): Promise<void> {
    const records: Incoming[] = [];
    for (let count = 1 + Math.floor(chances() * 20); count > 0; count -= 1) {
      number += 1;
      if (chances() < 0.2) {
        // New traces after each start: those of earlier ones are in every table already.
        const trace = String(boot * 7 + (number % 7)).padStart(32, 'a');
        records.push(incomingObservation(account, trace, number.toString(16).padStart(16, '0')));
        acknowledged.observations += 1;
        continue;
      }
      const sealed = chances() < 0.3;
      // The times are in two months, so that a load makes several parts of a table.
      const timestampMs = Date.now() - HOUR * (chances() < 0.5 ? 1 : 24 * 40);
      records.push(
        incomingCall(account, `call-${number}`, {
          timestampMs,
          ...(sealed && { sealed: Uint8Array.of(1, 2, 3) }),
        }),
      );
      acknowledged.calls += 1;
      acknowledged.contents += sealed ? 1 : 0;
    }
    await writer.write({ account, quota: 1e9, encoded: encodeRecords(records) });
  }

  const tableFolders = async (): Promise<Map<string, string>> => {
    const rows = await engine.query<{ name: string; folder: string }>(
      `SELECT name, data_paths[1] AS folder FROM system.tables WHERE database = currentDatabase() AND name IN {tables: Array(String)}`,
      { tables: [...RECORD_TABLES] },
    );
    return new Map(rows.map(({ name, folder: at }) => [name, at]));
  };

  const partsIn = (at: string): string[] => readdirSync(at).filter((name) => /_\d+_\d+_\d+/.test(name));

  /**
   * Parts that a load wrote. Merges and mutations sync their results, and the cleaner may have removed what
   * those were made from.
   */
  const loaded = (name: string): boolean => name.endsWith('_0');

  async function whileDetached(work: () => void | Promise<void>): Promise<void> {
    const views = await engine.query<{ name: string }>(
      `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine = 'MaterializedView'`,
    );
    const all = [...views.map(({ name }) => name), ...RECORD_TABLES];
    for (const table of all) await engine.command(`DETACH TABLE ${table} SYNC`);
    await work();
    for (const table of all.toReversed()) await engine.command(`ATTACH TABLE ${table}`);
  }

  /**
   * Damages files at random that were written since `safe` was taken. Files that were synced before stay
   * intact.
   */
  function lose(
    tables: Map<string, string>,
    safe: Map<string, Set<string>>,
    kept: string,
    chances: () => number,
  ): number {
    let damaged = 0;
    for (const [table, at] of tables) {
      for (const part of partsIn(at).filter((name) => !safe.get(table)?.has(name) && loaded(name))) {
        const chance = chances();
        if (chance < 0.3) continue;
        damaged += 1;
        const where = path.join(at, part);
        if (chance < 0.5) {
          losses.add('part is missing');
          rmSync(where, { recursive: true });
        } else if (chance < 0.6) {
          losses.add('part is unfinished');
          renameSync(where, path.join(at, `tmp_insert_${part}`));
        } else {
          const files = readdirSync(where).filter((file) => statSync(path.join(where, file)).isFile());
          const some = files.filter(() => chances() < 0.4);
          const kinds = Object.entries(DAMAGE);
          for (const file of some.length > 0 ? some : files.slice(0, 1)) {
            const [name = '', damage] = kinds[Math.floor(chances() * kinds.length)] ?? [];
            losses.add(name);
            damage?.(path.join(where, file));
          }
        }
      }
      const tokens = path.join(at, 'deduplication_logs');
      const before = path.join(kept, table);
      const chance = chances();
      if (chance < 0.4 && existsSync(before)) {
        losses.add('tokens are old');
        rmSync(tokens, { recursive: true, force: true });
        cpSync(before, tokens, { recursive: true });
      } else if (chance < 0.6)
        for (const file of readdirSync(tokens)) {
          losses.add('tokens are cut short');
          const place = path.join(tokens, file);
          truncateSync(place, Math.floor(statSync(place).size * chances()));
        }
    }
    return damaged;
  }

  const expectWhole = async () => {
    const { calls, observations, contents } = acknowledged;
    expect(await heldTables(engine, account)).toEqual(wholeTables(calls + observations, calls));
    const [content] = await engine.query<{ rows: string; ids: string }>(
      'SELECT count() AS rows, uniqExact(id) AS ids FROM call_content WHERE account = {account: UInt32}',
      { account },
    );
    expect(content).toEqual({ rows: String(contents), ids: String(contents) });
    expect(await writer.usage(account)).toBe(calls + observations);
  };

  /** Takes a checkpoint, does the work, cuts the power, and starts again. */
  async function cut(
    chances: () => number,
    work: () => Promise<void>,
    trustNothing: boolean,
  ): Promise<number> {
    await writer.settleAll();
    await writer.checkpoint();
    const tables = await tableFolders();
    const safe = new Map([...tables].map(([table, at]) => [table, new Set(partsIn(at))]));
    const kept = path.join(root, `tokens-${boot}`);
    for (const [table, at] of tables) {
      const tokens = path.join(at, 'deduplication_logs');
      if (existsSync(tokens)) cpSync(tokens, path.join(kept, table), { recursive: true });
    }
    await work();
    const next = path.join(root, `log-${boot + 1}`);
    cpSync(folder, next, { recursive: true });
    life.abort();
    let damaged = 0;
    await whileDetached(async () => {
      damaged = lose(tables, safe, kept, chances);
      if (trustNothing) await forgetTokens(config.kind === 'embedded' ? config.path : '');
    });
    // Only some of the notes of loads are left; those are intact.
    for (const note of readdirSync(next).filter((file) => file.endsWith('.unit')))
      if (chances() < 0.5) rmSync(path.join(next, note));
    boot += 1;
    folder = next;
    writer = await open();
    return damaged;
  }

  it(`${ROUNDS} times: every record is in every table once, and counted once`, async () => {
    let damaged = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const chances = randomFrom(20_261_116 + round);
      const work = async () => {
        for (let loads = 1 + Math.floor(chances() * 4); loads > 0; loads -= 1) {
          await write(chances);
          await writer.settleAll();
        }
        if (chances() < 0.3)
          await engine.command(`OPTIMIZE TABLE ${RECORD_TABLES[Math.floor(chances() * 6)]} FINAL`);
        // These records are acknowledged and not loaded.
        if (chances() < 0.5) await write(chances);
      };
      damaged += await cut(chances, work, round % 2 === 0);
      await writer.settleAll();
      await expectWhole();
    }
    expect(damaged).toBeGreaterThan(ROUNDS * 4);
    expect([...losses].toSorted()).toEqual(LOSSES.toSorted());
    const [left] = await engine.query<{ parts: string }>(
      'SELECT count() AS parts FROM system.detached_parts WHERE database = currentDatabase()',
    );
    expect(left).toEqual({ parts: '0' });
  }, 600_000);

  it('a kill without a reboot repeats the loads under their tokens, and adds nothing', async () => {
    const chances = randomFrom(7);
    for (let loads = 0; loads < 5; loads += 1) {
      await write(chances);
      await writer.settleAll();
    }
    await write(chances);
    const next = path.join(root, 'log-killed');
    cpSync(folder, next, { recursive: true });
    folder = next;
    writer = await open();
    await writer.settleAll();
    await expectWhole();
    expect(readdirSync(folder).filter((file) => file.endsWith('.frames'))).toHaveLength(1);
  });

  it('records that were erased before it do not come back', async () => {
    const store = createRecordsStore(engine, writer);
    const other = newAccount();
    const [one, two] = [incomingCall(other, 'one'), incomingCall(other, 'two')];
    await writer.write({ account: other, quota: 10, encoded: encodeRecords([one, two]) });
    if (one.kind !== 'call') throw new Error('A call.');
    await store.admin.change(other, stageErasure(1, [{ id: 'one', timestampMs: one.row.call.timestampMs }]));
    await store.admin.change(other, applyErasures());
    const chances = randomFrom(11);
    boot += 1;
    const next = path.join(root, `log-${boot}`);
    cpSync(folder, next, { recursive: true });
    folder = next;
    writer = await open();
    await cut(chances, () => write(chances), true);
    expect(await heldTables(engine, other)).toMatchObject({
      records: 1,
      ids: 1,
      indexed: 1,
      calls: 1,
      summed: 1,
    });
    await expectWhole();
  });

  it.each(['before', 'after'])(
    'new costs that were being applied are in calls and sums, with the cut %s the sums',
    async (when) => {
      const other = newAccount();
      const records = ['a', 'b', 'c'].map((id) => {
        const incoming = incomingCall(other, `${id}-${when}`);
        if (incoming.kind === 'call')
          incoming.row.cost = { costUsd: 0.5, cacheSavingsUsd: 0, source: 'catalog' };
        return incoming;
      });
      const window = { startMs: Date.now() - 2 * HOUR, endMs: Date.now() };
      const chances = randomFrom(13);
      await writer.write({ account: other, quota: 10, encoded: encodeRecords(records.slice(0, 2)) });
      await writer.settleAll();
      const work = async () => {
        const calls = await selectDerivedCosts(window, null, 10).run(engine, wholeAccount(other));
        await stageCosts(
          1,
          calls.map((call) => ({
            call,
            costUsd: 2,
            cacheSavingsUsd: 0,
            priceSource: 'custom' as const,
            pricing: '{}',
          })),
        ).run(engine, other);
        const breaking: RecordsEngine = {
          ...engine,
          insert: (table, ...rest) =>
            when === 'before' ? Promise.reject(new Error('cut')) : engine.insert(table, ...rest),
          command: (sql, ...rest) =>
            sql.includes('DROP PARTITION') ? Promise.reject(new Error('cut')) : engine.command(sql, ...rest),
        };
        await expect(applyStagedCosts().run(breaking, other)).rejects.toThrow('cut');
        await writer.write({ account: other, quota: 10, encoded: encodeRecords(records.slice(2)) });
        await writer.settleAll();
      };
      await cut(chances, work, true);
      expect(await heldTables(engine, other)).toMatchObject({
        calls: 3,
        summed: 3,
        cost: 4.5,
        summedCost: 4.5,
      });
    },
  );
});
