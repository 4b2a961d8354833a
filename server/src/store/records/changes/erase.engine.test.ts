// Erases records from the real tables: rows, content, ids and sums, once, however often it is repeated. Then
// removes them from the disk.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#lib/clock';
import { callRow, observationRow, plainCall, plainObservation } from '#test/support/call-rows';
import { minutesUnderEmulation, newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { deleteAccount } from './delete-account.ts';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { applyErasures, purgeErased, stageErasure } from './erase.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { selectSpans, selectWholeTraces } from '../questions/index.ts';
import { countArrivedSince } from '../writer/stored-ids.ts';

const TABLES = ['calls', 'observations', 'call_content', 'call_ids', 'run_times', 'staged_erasures'] as const;
const atMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
const [account, other] = [newAccount(), newAccount()];
const [mine, theirs] = [
  { account, project: 7 },
  { account: other, project: 7 },
];
const trace = 'a'.repeat(32);
const canary = 'kanarienvogel';

describe.skipIf(minutesUnderEmulation).each(await testEngines())(
  'erasing on the $name engine',
  ({ config }) => {
    const options = testOptions();
    let engine: RecordsEngine;
    beforeAll(async () => {
      engine = await openEngine(config, options);
      await migrateRecords(engine);
      const call = (id: string, more: object = {}) => ({ ...plainCall(id, atMs), costUsd: 2, ...more });
      const calls = [mine, theirs].flatMap((place) => [
        callRow(place, call('gone', { traceId: trace, tags: { who: canary }, error: `no ${canary}` })),
        callRow(place, call('stays', { requestMeta: { userId: 'someone' } })),
      ]);
      const observations = [mine, theirs].map((place) =>
        observationRow(place, {
          ...plainObservation(trace, 's1', atMs),
          sessionId: 'session',
          attributes: { 'user.id': canary },
        }),
      );
      await engine.insert('calls', calls);
      await engine.insert('observations', observations);
      await engine.insert(
        'call_content',
        [...calls, ...observations].map((row) => {
          const { account: of, id, timestamp, expires_at } = row as Record<string, unknown>;
          return { account: of, id, timestamp, expires_at, sealed: canary, word_hashes: '\x00\x00\x01' };
        }),
      );
    });
    afterAll(async () => {
      await engine.command(`DROP DATABASE ${options.database} SYNC`);
      await engine.close();
    });

    async function rows(): Promise<Record<string, number[]>> {
      const found = await engine.query<{ name: string; account: number; rows: string }>(
        TABLES.map(
          (name) =>
            `SELECT '${name}' AS name, account, ${name === 'run_times' ? 'uniqExact(run)' : 'count()'} AS rows FROM ${name} GROUP BY account`,
        ).join(' UNION ALL '),
      );
      const of = (name: string, whose: number) =>
        Number(found.find((each) => each.name === name && each.account === whose)?.rows ?? 0);
      return Object.fromEntries(TABLES.map((name) => [name, [of(name, account), of(name, other)]]));
    }
    const sums = async (whose: number) => {
      const [row] = await engine.query<{ calls: string; errors: string; cost: number }>(
        'SELECT sum(calls) AS calls, sum(errors) AS errors, sum(cost_usd) AS cost FROM agg_15m WHERE account = {whose: UInt32}',
        { whose },
      );
      return [Number(row?.calls), Number(row?.errors), row?.cost];
    };
    const arrived = async (whose: number) =>
      new Map(await countArrivedSince(engine, atMs - 24 * HOUR_MS)).get(whose);
    const scope = { account, project: null, sinceMs: 0 };

    it('finds the spans to erase with a call, and no trace that has another call', async () => {
      const spans = [{ id: `${trace}-s1`, traceId: trace, sessionId: 'session', timestampMs: atMs }];
      expect(await selectWholeTraces([trace], new Set(['gone'])).run(engine, scope)).toEqual({
        traceIds: [trace],
        spans,
      });
      expect(await selectWholeTraces([trace], new Set()).run(engine, scope)).toEqual({
        traceIds: [],
        spans: [],
      });
      expect(
        await selectSpans({ user: { id: canary, attributes: ['enduser.id', 'user.id'] } }, 10).run(
          engine,
          scope,
        ),
      ).toEqual(spans);
      expect(await selectSpans({ sessionId: 'session' }, 10).run(engine, scope)).toEqual(spans);
      expect(await selectSpans({ traceId: trace }, 10).run(engine, scope)).toEqual(spans);
      expect(
        await selectSpans({ user: { id: 'someone', attributes: ['user.id'] } }, 10).run(engine, scope),
      ).toEqual([]);
      expect(await selectSpans({ traceId: trace }, 10).run(engine, { ...scope, project: 8 })).toEqual([]);
    });

    it('removes records from every table and from the sums, and changes nothing when it is repeated', async () => {
      const records = ['gone', `${trace}-s1`].map((id) => ({ id, timestampMs: atMs }));
      expect(await sums(account)).toEqual([2, 1, 4]);
      await stageErasure(5, records).run(engine, account);
      await applyErasures().run(engine, account);
      const left = {
        calls: [1, 2],
        observations: [0, 1],
        call_content: [1, 3],
        call_ids: [1, 3],
        run_times: [0, 1],
        staged_erasures: [0, 0],
      };
      expect(await rows()).toEqual(left);
      expect([await sums(account), await sums(other)]).toEqual([
        [1, 0, 2],
        [2, 1, 4],
      ]);
      // As after a crash past the sums: the same batch is staged and applied again.
      await stageErasure(5, records).run(engine, account);
      await applyErasures().run(engine, account);
      expect(await rows()).toEqual(left);
      expect(await sums(account)).toEqual([1, 0, 2]);
      // Erased records stay charged.
      expect([await arrived(account), await arrived(other)]).toEqual([3, 3]);
    });

    it('subtracts from the sums once when the process dies between the sums and the rows', async () => {
      const last = [{ id: 'stays', timestampMs: atMs }];
      await stageErasure(6, last).run(engine, account);
      const dying: RecordsEngine = {
        ...engine,
        command: (sql, params) =>
          sql.startsWith('DELETE FROM call_content')
            ? Promise.reject(new Error('killed'))
            : engine.command(sql, params),
      };
      await expect(applyErasures().run(dying, account)).rejects.toThrow('killed');
      expect(await sums(account)).toEqual([0, 0, 0]);
      await applyErasures().run(engine, account);
      expect(await sums(account)).toEqual([0, 0, 0]);
      expect((await rows())['calls']).toEqual([0, 2]);
    });

    it('removes the times of a run with its last span', async () => {
      const halved = 'b'.repeat(32);
      const spans = ['s1', 's2'].map((span) => plainObservation(halved, span, atMs));
      await engine.insert(
        'observations',
        spans.map((span) => observationRow(mine, span)),
      );
      for (const [batch, { id }] of spans.entries()) {
        expect((await rows())['run_times']).toEqual([1, 1]);
        await stageErasure(7 + batch, [{ id, timestampMs: atMs }]).run(engine, account);
        await applyErasures().run(engine, account);
      }
      expect((await rows())['run_times']).toEqual([0, 1]);
    });

    it('leaves no byte of them on disk', async () => {
      const folder = config.kind === 'embedded' ? config.path : null;
      const seen = folder === null ? null : filesWith(folder, canary).length > 0;
      expect(seen).not.toBe(false);
      await deleteAccount().run(engine, other);
      await purgeErased(engine);
      for (const table of ['calls', 'observations', 'call_content', 'call_ids', 'run_times']) {
        const [stored] = await engine.query<{ rows: string }>(
          `SELECT sum(rows) AS rows FROM system.parts WHERE database = currentDatabase() AND table = {table: String} AND active AND name NOT LIKE 'patch-%'`,
          { table },
        );
        const [seen] = await engine.query<{ rows: string }>(`SELECT count() AS rows FROM ${table}`);
        expect([table, stored?.rows]).toEqual([table, seen?.rows]);
      }
      const [kept] = await engine.query<{ text: string }>(
        `SELECT arrayStringConcat(groupArray(command)) AS text FROM system.mutations WHERE database = currentDatabase()`,
      );
      for (const named of [canary, 'gone', trace]) expect(kept?.text).not.toContain(named);
      expect(folder === null ? [] : filesWith(folder, canary)).toEqual([]);
    });
  },
);

/** The engine deletes files of old parts meanwhile. */
function unlessGone<T>(read: () => T[]): T[] {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function filesWith(folder: string, text: string): string[] {
  return unlessGone(() => readdirSync(folder, { withFileTypes: true })).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return filesWith(place, text);
    return entry.isFile() ? unlessGone(() => (readFileSync(place).includes(text) ? [place] : [])) : [];
  });
}
