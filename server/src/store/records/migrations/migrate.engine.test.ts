import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callRow, plainCall } from '#test/support/call-rows';
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

describe.each(await testEngines())('tables of the first schema on the $name engine', ({ config }) => {
  let engine: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, testOptions());
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${engine.database} SYNC`);
    await engine.close();
  });

  it('keep their rows in the next migration, whose new columns have their defaults', async () => {
    await migrateRecords(engine);
    const row = callRow({ account: 1, project: 2 }, plainCall('kept', Date.now()));
    await engine.insert('calls', [row]);
    const planted: Migration = {
      version: migrations.length + 1,
      name: 'planted',
      statements: ["ALTER TABLE calls ADD COLUMN IF NOT EXISTS planted String DEFAULT 'p'"],
    };
    await expect(migrateRecords(engine, [...migrations, planted])).resolves.toEqual([planted]);
    await expect(engine.query('SELECT id, project, planted FROM calls')).resolves.toEqual([
      { id: 'kept', project: 2, planted: 'p' },
    ]);
  });

  it('are refused by a version with another first schema, and stay as they are', async () => {
    const other: Migration = { version: 1, name: 'schema-0badcafe', statements: ['DROP TABLE calls'] };
    await expect(migrateRecords(engine, [other])).rejects.toMatchObject({
      reason: 'schema_other',
      message: expect.stringMatching(
        /records store has another schema .*schema-0badcafe.*Nothing was changed/,
      ),
    });
    await expect(engine.query('SELECT id FROM calls')).resolves.toEqual([{ id: 'kept' }]);
  });
});
