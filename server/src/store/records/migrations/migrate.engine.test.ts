import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from './migrate.ts';
import type { Migration } from './index.ts';

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
