// Values written into a statement are the same as bound ones, and cannot be read as anything else. Both ways
// are compared on the real engine: in-process with the engine's own binding, on a server with that of its
// HTTP interface.
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INJECTIONS } from '#test/support/bad-queries';
import { testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from './engine.ts';
import { inlineParams } from './literal.ts';
import { bindable, type Params } from './params.ts';
import { settingsSql, serverSettings } from './settings.ts';

const hostile = fc.string({
  unit: fc.constantFrom(
    "'",
    '\\',
    '\\x',
    '27',
    '\0',
    '\n',
    '\n\n',
    ';',
    '--',
    '/*',
    '{a: String}',
    '日',
    '\u{1f600}',
  ),
});
const text = fc.oneof(hostile, fc.string({ unit: 'grapheme' }), fc.constantFrom(...INJECTIONS));
const wellFormed = text.map((value) => value.toWellFormed());
// Neither way keeps the sign of a zero.
const float = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);

/** The column, its type, and values of it. */
const COLUMNS = {
  text: ['String', wellFormed],
  texts: ['Array(String)', fc.array(wellFormed, { maxLength: 4 })],
  small: ['UInt32', fc.integer({ min: 0, max: 2 ** 32 - 1 })],
  smalls: ['Array(UInt32)', fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { maxLength: 4 })],
  whole: ['Int64', fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })],
  wholes: ['Array(Int64)', fc.array(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), { maxLength: 4 })],
  hash: ['UInt64', fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String)],
  hashes: ['Array(UInt64)', fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { maxLength: 4 })],
  number: ['Float64', float],
  numbers: ['Array(Float64)', fc.array(float, { maxLength: 4 })],
  flag: ['Bool', fc.boolean()],
  day: [
    'Date',
    fc.date({ min: new Date('1970-01-02'), max: new Date('2148-01-01'), noInvalidDate: true }).map(dayOf),
  ],
} as const;

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

const params = fc.record(
  Object.fromEntries(
    Object.entries(COLUMNS).map(([name, [, values]]) => [name, values as fc.Arbitrary<unknown>]),
  ),
) as fc.Arbitrary<Params>;
const SELECT = `SELECT ${Object.entries(COLUMNS)
  .map(([name, [type]]) => `{${name}: ${type}} AS ${name}`)
  .join(', ')}`;

const RUNS = process.env['TEST_ALL'] === '1' ? 150 : 60;

describe.each(await testEngines())('values in statements: $name', ({ config }) => {
  let engine: RecordsEngine;
  let client: ClickHouseClient;
  beforeAll(async () => {
    engine = await openEngine(config, testOptions());
    const log = { level: ClickHouseLogLevel.OFF };
    if (config.kind === 'server') {
      client = createClient({ url: config.url, log });
    } else {
      const { createChdbConnection } = await import('chdb/connection');
      client = createClient({ connection: createChdbConnection({ path: config.path }) as never, log });
    }
  });
  afterAll(async () => {
    await client.close();
    await engine.command(`DROP DATABASE IF EXISTS ${engine.database}`);
    await engine.close();
  });

  it('are the same as bound ones', async () => {
    const settings = `SETTINGS ${settingsSql(serverSettings(30))}`;
    const rowOf = async (query: string, query_params?: Params) =>
      (
        await client.query({
          query: `${query} ${settings}`,
          format: 'JSONEachRow',
          ...(query_params && { query_params }),
        })
      ).json();
    await fc.assert(
      fc.asyncProperty(params, async (values) => {
        const bound = await rowOf(SELECT, bindable(values));
        expect(await rowOf(inlineParams(SELECT, values))).toEqual(bound);
      }),
      { numRuns: RUNS, seed: 11 },
    );
  });

  it('come back as they went in', async () => {
    await fc.assert(
      fc.asyncProperty(params, async (values) => {
        const [row] = await engine.query<Params>(SELECT, values);
        expect(row?.['text']).toBe(values['text']);
        expect(row?.['texts']).toEqual(values['texts']);
        expect(row?.['whole']).toBe(String(values['whole']));
        expect(row?.['hash']).toBe(values['hash']);
        expect(row?.['number']).toBe(values['number']);
        expect(row?.['numbers']).toEqual(values['numbers']);
      }),
      { numRuns: RUNS, seed: 12 },
    );
  });

  it('have the replacement character where a text is not well formed', async () => {
    const odd = 'a\ud800b\udc00';
    expect(await engine.query('SELECT {text: String} AS text', { text: odd })).toEqual([
      { text: 'a\ufffdb\ufffd' },
    ]);
  });

  // A server gets them in the URL of a request.
  it.runIf(config.kind === 'embedded')('may be many and long', async () => {
    const ids = Array.from({ length: 60_000 }, (_, at) => `id/${at}`);
    const rows = await engine.query(
      'SELECT toUInt32(length({ids: Array(String)})) AS found, {long: String} = repeat(char(0), 200000) AS same',
      { ids, long: '\0'.repeat(200_000) },
    );
    expect(rows).toEqual([{ found: ids.length, same: 1 }]);
  });
});
