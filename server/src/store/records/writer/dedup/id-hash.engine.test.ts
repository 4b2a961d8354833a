import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../../engine/engine.ts';
import { hashId, idHashSql, idHashText } from './id-hash.ts';

// Every length around the block sizes of the two hashes, all widths of UTF-8, and half a surrogate pair.
const ids = [
  ...Array.from({ length: 70 }, (_, length) =>
    'abcdefghijklmnopqrstuvwxyz0123456789-_'.repeat(2).slice(0, length),
  ),
  'é'.repeat(31),
  '日本語のトレース',
  '🧭🧭🧭🧭🧭',
  '\u{d800}x',
  'x'.repeat(256),
  '語'.repeat(256),
  'f47ac10b-58cc-4372-a567-0e02b2c3d479',
];

describe.each(await testEngines())('id hash on the $name engine', ({ config }) => {
  let engine: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, testOptions());
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${engine.database} SYNC`);
    await engine.close();
  });

  it('is the same in SQL and here', async () => {
    const rows = await engine.query<{ hash: string }>(
      `SELECT ${idHashSql('id')} AS hash FROM (SELECT arrayJoin({ids: Array(String)}) AS id)`,
      { ids: ids.map((id) => id.toWellFormed()) },
    );
    expect(rows.map((row) => row.hash)).toEqual(ids.map((id) => idHashText(hashId(id))));
  });
});
