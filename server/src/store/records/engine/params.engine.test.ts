// Numbers reach the engine unchanged, whichever client binds them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from './engine.ts';

const SMALL = [0, 0.1, -2.5, 5e-324, 1e-320, 0.44000000000000006, 2 ** 31, -(2 ** 31) - 1, 2 ** 32];
const LARGE = [2 ** 53 - 1, 2 ** 53, 2 ** 63, 1e18, 1e21, 1e308, -1e308, Number.MAX_VALUE];
const NUMBERS = [...SMALL, ...LARGE];

describe.each(await testEngines())('numbers bound to the engine: $name', ({ config }) => {
  let engine: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, testOptions());
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE IF EXISTS ${engine.database}`);
    await engine.close();
  });

  it('arrive in a question, one by one and in a list', async () => {
    const params = Object.fromEntries(NUMBERS.map((number, at) => [`n${at}`, number]));
    const each = NUMBERS.map((_, at) => `{n${at}: Float64}`).join(', ');
    const [row] = await engine.query<{ one: number[]; list: number[] }>(
      `SELECT [${each}] AS one, {list: Array(Float64)} AS list`,
      { ...params, list: NUMBERS },
    );
    expect(row).toEqual({ one: NUMBERS, list: NUMBERS });
  });

  it('arrive in a stream', async () => {
    const sql = 'SELECT {n: Float64} AS one, {list: Array(Float64)} AS list';
    const { signal } = new AbortController();
    for (const n of [2 ** 53, 1e21, Number.MAX_VALUE]) {
      const rows: unknown[] = [];
      for await (const batch of engine.streamRows(sql, { n, list: [n] }, signal)) rows.push(...batch);
      expect(rows).toEqual([{ one: n, list: [n] }]);
    }
  });
});
