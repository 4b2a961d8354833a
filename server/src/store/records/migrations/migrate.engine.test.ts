import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { observationRow, plainObservation } from '#test/support/call-rows';
import { testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords, requireRecordsSchema } from './migrate.ts';
import { migrations, type Migration } from './index.ts';

const first: Migration = {
  version: 1,
  name: 'notes',
  statements: ['CREATE TABLE IF NOT EXISTS notes (a UInt8) ENGINE = MergeTree ORDER BY a'],
};
const second: Migration = {
  version: 2,
  name: 'notes-text',
  statements: ['ALTER TABLE notes ADD COLUMN IF NOT EXISTS text String'],
};

describe.each(await testEngines())('migrate on the $name engine', ({ config }) => {
  let engine: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, testOptions());
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${engine.database} SYNC`);
    await engine.close();
  });

  it('waits for the command if it may not run at start', async () => {
    const fresh = await openEngine(config, testOptions());
    try {
      await expect(requireRecordsSchema(fresh)).rejects.toMatchObject({
        reason: 'records_schema_older',
        message: expect.stringContaining(`lack ${migrations.length} of ${migrations.length}`),
      });
      await migrateRecords(fresh);
      await expect(requireRecordsSchema(fresh)).resolves.toBeUndefined();
    } finally {
      await fresh.command(`DROP DATABASE ${fresh.database} SYNC`);
      await fresh.close();
    }
  });

  it('lets several processes start at once', async () => {
    const others = await Promise.all(
      [1, 2, 3].map(() => openEngine(config, { ...testOptions(), database: engine.database })),
    );
    await Promise.all([engine, ...others].map((each) => migrateRecords(each, [first])));
    await Promise.all(others.map((other) => other.close()));
    await expect(migrateRecords(engine, [first])).resolves.toEqual([]);
  });

  it('runs only what is missing', async () => {
    await expect(migrateRecords(engine, [first, second])).resolves.toEqual([second]);
    await expect(engine.query('SELECT a, text FROM notes')).resolves.toEqual([]);
  });

  it('refuses a store of a newer version, and leaves it alone', async () => {
    await expect(migrateRecords(engine, [first])).rejects.toMatchObject({
      reason: 'records_schema_newer',
      message: expect.stringMatching(/schema 2; this version knows 1/),
    });
  });
});

describe.each(await testEngines())('stored observations on the $name engine', ({ config }) => {
  let engine: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, testOptions());
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${engine.database} SYNC`);
    await engine.close();
  });

  it('are in the times of traces after the upgrade, once however often it runs', async () => {
    const upgrade = migrations.find(({ name }) => name === 'trace-times');
    await migrateRecords(
      engine,
      migrations.filter(({ version }) => version < (upgrade?.version ?? 0)),
    );
    const now = Date.now();
    const spans = ['a', 'a', 'b'].map((trace, at) => plainObservation(trace, `s${at}`, now + at));
    await engine.insert(
      'observations',
      spans.map((span) => observationRow({ account: 1, project: 2 }, span)),
    );
    await migrateRecords(engine);
    for (const statement of upgrade?.statements ?? []) await engine.command(statement);
    await engine.insert('observations', [
      observationRow({ account: 1, project: 2 }, plainObservation('c', 's3', now + 3)),
    ]);
    const times = await engine.query(
      `SELECT account, project, trace_id, toUnixTimestamp64Milli(timestamp) AS ms FROM trace_times ORDER BY trace_id`,
    );
    expect(times).toEqual(
      [
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ].map(([trace, at]) => ({ account: 1, project: 2, trace_id: trace, ms: String(now + Number(at)) })),
    );
  });
});
