import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonChildren, jsonStringBytes } from './json-pieces.ts';
import { Pace } from './yield-to-event-loop.ts';

const MIB = 1_048_576;

/** Always due, so that a test can count the pauses for other work. */
class CountedPace extends Pace {
  rests = 0;

  override get isDue(): boolean {
    return true;
  }

  override async rest(): Promise<void> {
    this.rests += 1;
  }
}

const childrenOf = async (text: string, most = 100) => {
  const split = await jsonChildren(Buffer.from(text), new Pace(), most);
  return split && [split.kind, split.count, split.children.map(({ key, text: each }) => [key, String(each)])];
};

describe('the children of an object or list', () => {
  it('are returned as unparsed text', async () => {
    expect(await childrenOf(' \uFEFF'.trim() + '[1, {"a":[2,"]"]} ,"x,\\"y"]')).toEqual([
      'list',
      3,
      [
        ['', '1'],
        ['', ' {"a":[2,"]"]} '],
        ['', '"x,\\"y"'],
      ],
    ]);
    expect(await childrenOf('{"a" : 1,"b:\\u0041":{"c":2}}')).toEqual([
      'object',
      2,
      [
        ['a', ' 1'],
        ['b:A', '{"c":2}'],
      ],
    ]);
    expect(await childrenOf('[ ]')).toEqual(['list', 0, []]);
    expect(await childrenOf('[1,2,3]', 2)).toEqual([
      'list',
      3,
      [
        ['', '1'],
        ['', '2'],
      ],
    ]);
  });

  it.each(['', ' ', '7', '"[]"', '[', '[1', '[1}', '{"a":1]', '[1] 2', '{"a"}', '{a:1}', '["x'])(
    'are null for %s',
    async (text) => {
      expect(await childrenOf(text)).toBeNull();
    },
  );

  it('are the same as with JSON.parse, for any JSON', async () => {
    const value = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
    await fc.assert(
      fc.asyncProperty(value, async (given) => {
        const split = await jsonChildren(Buffer.from(JSON.stringify(given, null, 1)), new Pace(), 1_000);
        const parsed = split?.children.map(({ key, text }) => [key, JSON.parse(String(text)) as unknown]);
        const expected: unknown = JSON.parse(JSON.stringify(given));
        expect(parsed).toEqual(
          Array.isArray(expected)
            ? expected.map((each: unknown) => ['', each])
            : Object.entries(expected as object),
        );
      }),
    );
  });

  it('are split with pauses, also within one large child', async () => {
    const pace = new CountedPace();
    await jsonChildren(Buffer.from(`["${'\\"'.repeat(MIB)}"]`), pace, 10);
    expect(pace.rests).toBeGreaterThanOrEqual(60);
  });
});

describe('the content of a string', () => {
  const SLICE = 32 * 1_024;
  const contentOf = async (text: string) =>
    (await jsonStringBytes(Buffer.from(text), new Pace()))?.toString() ?? null;

  it.each([
    ['', '""'],
    [' x ', ' \n"\\u0020x "\t'],
    [null, '12'],
    [null, '"'],
    [null, '"a" "b"'],
    [null, '"a'],
    [null, '"a\\"'],
    [null, '"\\x"'],
  ])('is %j for %j', async (content, text) => {
    expect(await contentOf(text)).toBe(content);
  });

  // Each unit is cut at each of its places by one of the lengths before it.
  it.each(['é', '😀', '\\u00e9', '\\ud83d\\ude00', '\\\\', '\\\\u0041', '\\n'])(
    'is not cut within %s',
    async (unit) => {
      for (let before = 0; before < 13; before += 1) {
        const text = `"${'x'.repeat(before)}${unit.repeat(SLICE / 2)}"`;
        expect((await contentOf(text)) === JSON.parse(text), `${before} before`).toBe(true);
      }
    },
  );

  it('is read with pauses for other work', async () => {
    const pace = new CountedPace();
    await jsonStringBytes(Buffer.from(`"${'x'.repeat(MIB)}"`), pace);
    expect(pace.rests).toBeGreaterThanOrEqual(MIB / SLICE);
  });
});
