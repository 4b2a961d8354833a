// The engine writes most lines of an export itself. For any stored data, its bytes must equal those that the
// export writes from records.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../../store/records/engine/engine.ts';
import { migrateRecords } from '../../store/records/migrations/migrate.ts';
import { streamCalls } from '../../store/records/questions/export-calls.ts';
import type { ExportPart } from '../../store/records/questions/export-lines.ts';
import { textExport } from './export-formats.ts';

const now = Date.now();
const HOUR = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();
const never = new AbortController().signal;
const newest = { by: 'timestamp', descending: true } as const;

const ORDINARY = {
  id: 'call-1',
  provider: 'openai',
  model: 'gpt-5.5',
  cost_usd: 0.00123,
  tags: { env: 'production', path: 'a/b "c", d', name: '日本' },
  error_details: '{"status":429}',
  request_meta: '{"stream":true,"ttftMs":310}',
};

/** Values that the two could write differently, in addition to arbitrary texts. */
const TEMPTING = [
  [
    '',
    '=1+1',
    '+1',
    '-1',
    '@home',
    '＝1',
    ' =1',
    '\u00a0=1',
    'a;=1',
    'a\t=1',
    'a\n+1',
    'a\r\n-1',
    '\r=1',
    "'",
  ],
  ['"', '""', 'a"b', 'a,b', ',', ';', '\\', '\\u0041', '\\', '/', '</script>', 'null', 'true', '-5', '1e21'],
  ['\0', '\u0001', '\b', '\f', '\n', '\r', '\t', '\u001f', '\u007f', '\u0085', '\u2028', '\u2029', '\ufeff'],
  ['日本', 'é', '🚀', '\ufffd', 'sess-1', 'gpt-5.5', '0', '007', '12', '__proto__', 'constructor'],
].flat();
const text = fc.oneof(
  fc.constantFrom(...TEMPTING),
  fc.array(fc.constantFrom(...TEMPTING), { maxLength: 4 }).map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const number = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    1,
    0.1,
    1e-6,
    1e-7,
    1.5e-9,
    123_456.789,
    2 ** 53,
    1e15,
    1e16,
    1e20,
    1e21,
    5e-324,
    -3,
    0.00123,
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);
/**
 * JSON.parse of V8 14.6 mistakes a name that begins with an escape for a name of a single backslash, if it
 * has already seen such a name in the same place. Its result then depends on what it parsed before, so the
 * two could not agree.
 */
const name = text.filter((chosen) => !/^["\\\p{Cc}]/u.test(chosen));
/** JSON as it is stored: the output of JSON.stringify. */
const json = fc.oneof(
  fc.constant(''),
  fc.json({ maxDepth: 2 }).map((written) => JSON.stringify(JSON.parse(written))),
  fc.dictionary(name, fc.oneof(text, number), { maxKeys: 4 }).map((value) => JSON.stringify(value)),
);
const fields = {
  id: text,
  provider: text,
  model: text,
  prompt_tokens: number,
  completion_tokens: number,
  total_tokens: number,
  cost_usd: number,
  latency_ms: number,
  tags: fc.dictionary(name, text, { maxKeys: 5 }),
  error: text,
  error_details: json,
  trace_id: text,
  span_id: text,
  parent_span_id: text,
  session_id: text,
  tool_calls: json,
  request_meta: json,
  pii_redacted: fc.boolean(),
  redaction_metadata: json,
};
/**
 * One or two fields are odd. With more of them in a row, each would hide how the engine writes the others.
 */
const row = fc
  .tuple(
    fc.record(fields),
    fc.subarray(Object.keys(fields) as (keyof typeof fields)[], { minLength: 1, maxLength: 2 }),
  )
  .map(([values, names]) =>
    Object.assign({}, ORDINARY, Object.fromEntries(names.map((chosen) => [chosen, values[chosen]]))),
  );

const SEED = Number(process.env['TEST_EXPORT_SEED'] ?? 1);
const ROWS = Number(process.env['TEST_EXPORT_ROWS'] ?? 3_000);

describe.each(await testEngines())('lines that the $name engine writes', ({ config }) => {
  let engine: RecordsEngine;
  const odd = newAccount();
  const plain = newAccount();
  beforeAll(async () => {
    engine = await openEngine(config, testOptions());
    await migrateRecords(engine);
    const stored = (account: number, at: number, values: object) => ({
      account,
      project: 1,
      // Includes times before 1970, where a remainder is negative.
      timestamp: iso(at % 2 === 0 ? now - HOUR - at : at * 7_919_311 - 1_000_000_000),
      received_at: iso(now),
      expires_at: iso(now + HOUR),
      ...values,
    });
    const rows = fc.sample(row, { seed: SEED, numRuns: ROWS });
    await engine.insert('calls', [
      ...rows.map((values, at) => stored(odd, at, values)),
      ...Array.from({ length: 100 }, (_none, at) =>
        stored(plain, 2 * at, {
          ...ORDINARY,
          ...(at % 2 === 0 ? { tags: {}, cost_usd: at / 7, error: 'a "quoted", one' } : {}),
        }),
      ),
    ]);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${engine.database}`);
    await engine.close();
  });

  const parts = async (account: number, form?: 'csv' | 'json'): Promise<ExportPart[]> => {
    const scope = { account, project: null, sinceMs: -1e12 };
    const wanted = { order: newest, cap: 50_000, ...(form && { form }) };
    return (await Array.fromAsync(streamCalls({}, wanted).parts(engine, scope, never))).flat();
  };
  const bytesOf = async (found: readonly ExportPart[], form: 'csv' | 'json'): Promise<string> => {
    const chunks = textExport(
      (async function* () {
        yield found;
      })(),
      form,
    );
    return Buffer.concat((await Array.fromAsync(chunks)).map((chunk) => Buffer.from(chunk))).toString();
  };

  it.each(['csv', 'json'] as const)('equal those of the export for any stored data: %s', async (form) => {
    const [written, records] = [await parts(odd, form), await parts(odd)];
    expect(records).toHaveLength(ROWS);
    const [line, expected] = [await bytesOf(written, form), await bytesOf(records, form)];
    expect(line.split('\r\n')).toEqual(expected.split('\r\n'));
    // Both paths must be taken, or the comparison proves nothing.
    expect(written.some((part) => part instanceof Uint8Array)).toBe(true);
    expect(written.some((part) => !(part instanceof Uint8Array))).toBe(true);
  });

  it.each(['csv', 'json'] as const)('make up the whole of an ordinary export: %s', async (form) => {
    const written = await parts(plain, form);
    expect(written.every((part) => part instanceof Uint8Array)).toBe(true);
    expect(await bytesOf(written, form)).toBe(await bytesOf(await parts(plain), form));
  });
});
