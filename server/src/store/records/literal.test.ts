import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inlineParams } from './literal.ts';

describe('inlineParams', () => {
  it('lets nothing of a text into the statement but hex', () => {
    const text = fc.oneof(
      fc.string({
        unit: fc.constantFrom("'", '\\', '{', '}', ':', '\n', '\r', '\0', ';', '-', '`', '日', 'a: String}'),
      }),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, (value) => {
        const sql = inlineParams('SELECT {value: String}', { value });
        const hex = /^SELECT unhex\('([0-9a-f]*)'\)$/.exec(sql)?.[1];
        expect(Buffer.from(hex ?? '!', 'hex').toString()).toBe(Buffer.from(value).toString());
      }),
      { seed: 5, numRuns: 2_000 },
    );
  });

  it('writes numbers and lists with their types', () => {
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
        `CAST([unhex('69742773'), unhex('')], 'Array(String)') CAST('7', 'UInt32')`,
    );
  });

  it.each([
    ['{a: UInt32}', { a: '1' }],
    ['{a: UInt32}', { a: 1.5 }],
    ['{a: Float64}', { a: Number.NaN }],
    ['{a: String}', { a: 1 }],
    ['{a: Array(String)}', { a: [1] }],
    ['{a: Array(String)}', { a: 'x' }],
    ['{a: Nullable(String)}', { a: 'x' }],
    ['{a: String}', {}],
    ['{toString: String}', {}],
  ])('refuses %s of %j', (sql, params) => {
    expect(() => inlineParams(sql, params)).toThrow(/cannot be written|no value/);
  });
});
