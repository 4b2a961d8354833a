import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inlineParams } from './literal.ts';

const text = fc.oneof(
  fc.string({
    unit: fc.constantFrom(
      "'",
      '\\',
      '{',
      '}',
      ':',
      '\n',
      '\r',
      '\0',
      ';',
      '-',
      '`',
      '日',
      'a: String}',
      '\ud800',
    ),
  }),
  fc.string({ unit: 'binary' }),
);

/** The text between the quotes of a literal, as the engine reads it. */
const readBack = (inside: string): string =>
  Buffer.from(
    inside.replaceAll(/\\x([0-9a-f]{2})|(\w)/g, (_all, hex: string | undefined, plain: string) =>
      hex === undefined ? Buffer.from(plain).toString('hex') : hex,
    ),
    'hex',
  ).toString();

/**
 * Letters, digits and hex escapes: no quote, no backslash outside an escape, nothing that could end the
 * literal.
 */
const INSIDE = String.raw`(?:[A-Za-z0-9_]|\\x[0-9a-f]{2})*`;

describe('inlineParams', () => {
  it('writes a text into the statement only as letters, digits and hex escapes', () => {
    fc.assert(
      fc.property(text, (value) => {
        const sql = inlineParams('SELECT {value: String}', { value });
        const inside = new RegExp(`^SELECT '(${INSIDE})'$`).exec(sql)?.[1];
        expect(inside).toBeDefined();
        expect(readBack(inside ?? '')).toBe(Buffer.from(value).toString());
      }),
      { seed: 5, numRuns: 2_000 },
    );
  });

  it('writes a list of texts in the same way', () => {
    const list = new RegExp(`^CAST\\(\\[(?:'${INSIDE}'(?:, )?)*\\], 'Array\\(String\\)'\\)$`);
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), (value) => {
        expect(inlineParams('{value: Array(String)}', { value })).toMatch(list);
      }),
      { seed: 5, numRuns: 1_000 },
    );
  });

  it('writes the value of each type', () => {
    expect(
      inlineParams('{a: UInt32} {b: Int64} {c: UInt64} {d:Float64} {e: Array(String)} {a: UInt32}', {
        a: 7,
        b: -5,
        c: 2n ** 64n - 1n,
        d: 1e-7,
        e: ["it's", ''],
      }),
    ).toBe(
      `CAST('7', 'UInt32') CAST('-5', 'Int64') CAST('18446744073709551615', 'UInt64') CAST(1e-7, 'Float64') ` +
        String.raw`CAST(['it\x27s', ''], 'Array(String)') CAST('7', 'UInt32')`,
    );
    expect(
      inlineParams(`{a: UInt64} {b: Bool} {c: Date} {d: Array(DateTime64(3, 'UTC'))} {e: Nullable(String)}`, {
        a: '12',
        b: true,
        c: '2026-11-16',
        d: ['2026-11-16 01:02:03.004'],
        e: null,
      }),
    ).toBe(
      `CAST('12', 'UInt64') CAST(true, 'Bool') CAST('2026-11-16', 'Date') ` +
        String.raw`CAST(['2026-11-16 01:02:03.004'], 'Array(DateTime64(3, \'UTC\'))') CAST(NULL, 'Nullable(String)')`,
    );
  });

  it('writes a whole number that is compared without a cast', () => {
    const sql = `a = {a: UInt32} AND b>={a: UInt32} AND b >= {b: Int64} AND c < fromUnixTimestamp64Milli({b: Int64})
LIMIT {a: UInt32}`;
    expect(inlineParams(sql, { a: 7, b: -5n })).toBe(
      `a = 7 AND b>=CAST('7', 'UInt32') AND b >= -5 AND c < fromUnixTimestamp64Milli(-5)\nLIMIT 7`,
    );
    expect(inlineParams('a != {a: UInt64} AND b = {b: Float64}', { a: '0012', b: 7 })).toBe(
      `a != 12 AND b = CAST(7e+0, 'Float64')`,
    );
  });

  it('does not replace placeholders inside a written value', () => {
    expect(inlineParams('{a: String}{b: UInt8}', { a: '{b: UInt8}', b: 1 })).toBe(
      String.raw`'\x7bb\x3a\x20UInt8\x7d'CAST('1', 'UInt8')`,
    );
  });

  it.each([
    ['{a: UInt32}', { a: '1 OR 1' }],
    ['b = {a: UInt32}', { a: '1 OR 1' }],
    ['b = {a: UInt32}', { a: '1\n' }],
    ['LIMIT {a: UInt32}', { a: null }],
    ['{a: UInt32}', { a: '1\n' }],
    ['{a: UInt32}', { a: 1.5 }],
    ['{a: UInt32}', { a: Infinity }],
    ['{a: UInt32}', { a: null }],
    ['{a: Array(UInt32)}', { a: ["1'"] }],
    ['{a: Float64}', { a: Number.NaN }],
    ['{a: Float64}', { a: '1' }],
    ['{a: String}', { a: 1 }],
    ['{a: String}', { a: { toString: () => "'" } }],
    ['{a: Array(String)}', { a: [1] }],
    ['{a: Array(String)}', { a: 'x' }],
    ['{a: Array(Array(String))}', { a: [['x']] }],
    ['{a: Nullable(UInt8)}', { a: 'x' }],
    ['{a: Bool}', { a: 'true' }],
    ['{a: Date}', { a: "2026-11-16'" }],
    ['{a: Date}', { a: '2026-11-16\n' }],
    [`{a: Array(DateTime64(3, 'UTC'))}`, { a: ["2026-11-16 01:02:03.004'"] }],
    ['{a: Decimal(9, 2)}', { a: 1 }],
    ['{a: Map(String, String)}', { a: { b: 'c' } }],
    ['{a: Identifier}', { a: 'calls' }],
    ['{a: String}', {}],
    ['{toString: String}', {}],
  ])('refuses %s of %j', (sql, params) => {
    expect(() => inlineParams(sql, params)).toThrow(/cannot be written|no value/);
  });
});
