// Deletes a project in the real tables, with few statements: under emulation a mutation takes seconds.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#lib/clock';
import { callRow, observationRow, plainCall, plainObservation } from '#test/support/call-rows';
import { minutesUnderEmulation, newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { deleteProject } from './delete-project.ts';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { countArrivedSince } from '../writer/stored-ids.ts';

const TABLES = ['calls', 'observations', 'call_content', 'call_ids', 'agg_15m', 'run_times'] as const;
const atMs = Date.now() - HOUR_MS;
const [account, other] = [newAccount(), newAccount()];
const GONE = 7;

/** The same ids in every account, one of each kind with content in each project. */
const places = [
  { account, project: GONE },
  { account, project: 8 },
  { account: other, project: GONE },
];

describe.skipIf(minutesUnderEmulation).each(await testEngines())(
  'deleting a project on the $name engine',
  ({ config }) => {
    const options = testOptions();
    let engine: RecordsEngine;
    beforeAll(async () => {
      engine = await openEngine(config, options);
      await migrateRecords(engine);
      const calls = places.map((place) => callRow(place, plainCall(`c-${place.project}`, atMs)));
      const observations = places.map((place) =>
        observationRow(place, plainObservation(`t-${place.project}`, `s-${place.project}`, atMs)),
      );
      await engine.insert('calls', calls);
      await engine.insert('observations', observations);
      await engine.insert(
        'call_content',
        [...calls, ...observations].map((row) => {
          const { account: of, id, timestamp, expires_at } = row as Record<string, unknown>;
          return { account: of, id, timestamp, expires_at, sealed: 'sealed', word_hashes: '\x00\x00\x01' };
        }),
      );
    });
    afterAll(async () => {
      await engine.command(`DROP DATABASE ${options.database} SYNC`);
      await engine.close();
    });

    /** Rows by table, of the account and of the other one. */
    async function rows(): Promise<Record<string, number[]>> {
      const found = await engine.query<{ name: string; account: number; rows: string }>(
        TABLES.map(
          (name) => `SELECT '${name}' AS name, account, count() AS rows FROM ${name} GROUP BY account`,
        ).join(' UNION ALL '),
      );
      const of = (name: string, whose: number) =>
        Number(found.find((each) => each.name === name && each.account === whose)?.rows ?? 0);
      return Object.fromEntries(TABLES.map((name) => [name, [of(name, account), of(name, other)]]));
    }

    it('removes all of it from every table, and nothing of another project or account', async () => {
      expect(await rows()).toEqual({
        calls: [2, 1],
        observations: [2, 1],
        call_content: [4, 2],
        call_ids: [4, 2],
        agg_15m: [2, 1],
        run_times: [2, 1],
      });
      await deleteProject(GONE).run(engine, account);
      expect(await rows()).toEqual({
        calls: [1, 1],
        observations: [1, 1],
        call_content: [2, 2],
        call_ids: [2, 2],
        agg_15m: [1, 1],
        run_times: [1, 1],
      });
      const left = await engine.query<{ id: string }>(
        `SELECT id FROM call_content WHERE account = {account: UInt32} ORDER BY id`,
        { account },
      );
      expect(left.filter(({ id }) => id === 'c-8')).toHaveLength(1);
      expect(left.filter(({ id }) => id === 'c-7')).toHaveLength(0);
      // Arrivals stay counted.
      expect(new Map(await countArrivedSince(engine, atMs - HOUR_MS)).get(account)).toBe(4);
      await deleteProject(GONE).run(engine, account);
    });
  },
);
