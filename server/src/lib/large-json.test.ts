import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseInPieces, PIECE_BYTES } from './large-json.ts';
import { parseBody } from './safe-json.ts';
import { Pace } from './yield-to-event-loop.ts';

const read = (text: string, more = {}) => parseInPieces(Buffer.from(text), new Pace(), more);
const long = 'x'.repeat(PIECE_BYTES);
const many = (count: number, item: string) => Array(count).fill(item).join();

/** Like the original, but large enough in places to be taken apart. */
const padded = (text: string): string =>
  text.replaceAll('"large"', JSON.stringify(long)).replaceAll('"lists"', `[${many(30_000, '[]')}]`);

describe('a large body', () => {
  it('is read as in one piece', async () => {
    const leaf = fc.oneof(
      fc.constantFrom('large', 'lists', 'small', '', 'é🚀"\\'),
      fc.integer(),
      fc.constant(null),
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(
          fc.string({ maxLength: 3 }).filter((key) => key !== '__proto__'),
          tie('any'),
          { maxKeys: 4 },
        ),
      ),
    })).any;
    await fc.assert(
      fc.asyncProperty(value, async (given) => {
        const text = padded(JSON.stringify([given, 'large'], null, 1));
        expect(await read(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
      { seed: 11, numRuns: 100 },
    );
  });

  it.each([
    '["large",,"large"]',
    '["large", ,1]',
    '["large",1,]',
    '[,"large"]',
    '{"a":"large",,"b":1}',
    '{"a":"large", ,"b":"large"}',
    '{"a":"large","b"}',
    '{"a":"large","a":1}',
    '{"a":"large","a":"large"}',
    '{"a":1,"\\u0061":"large"}',
    '{"__proto__":"large"}',
    '{"a":"large","__proto__":1}',
    '["large"}',
    '["large"',
    '["large"]]',
    '["large"] 1',
    '["large":1]',
    '["a":"lists"]',
    '{"lists":"lists",1}',
    '{"a" "lists"}',
    '[["large"},1]',
    '"lists',
  ])('is refused as in one piece: %s', async (text) => {
    const whole = parseBody(Buffer.from(padded(text)));
    const inPieces = await read(padded(text));
    const reasonOf = (result: typeof whole | typeof inPieces) => (result.ok ? null : result.fault.reason);
    expect(reasonOf(whole)).not.toBeNull();
    expect(reasonOf(inPieces)).toBe(reasonOf(whole));
  });

  it('may be nested as deeply, and no deeper', async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${JSON.stringify(long)}${']'.repeat(levels)}`;
    expect(await read(nested(64))).toMatchObject({ ok: true });
    for (const text of [nested(65), '['.repeat(100_000), '{"a":'.repeat(100_000)])
      expect(await read(text)).toMatchObject({ ok: false, fault: { reason: 'too_deep' } });
    const beside = (levels: number) => `["${long}",${'['.repeat(levels)}${']'.repeat(levels)}]`;
    expect(await read(beside(63))).toMatchObject({ ok: true });
    expect(await read(beside(64))).toMatchObject({
      ok: false,
      fault: { reason: 'too_deep', message: 'The body is nested deeper than 64 levels.' },
    });
  });

  it('has objects of at most 5,000 members', async () => {
    const members = (count: number) =>
      `{"a":"${long}",${Array.from({ length: count }, (_, at) => `"k${at}":1`).join()}}`;
    expect(await read(members(4_999))).toMatchObject({ ok: true });
    expect(await read(`{"b":${members(5_000)}}`)).toMatchObject({
      ok: false,
      fault: { reason: 'too_many_members', path: 'b' },
    });
  });

  it('has no list that is longer than its schema allows, and its items are not parsed', async () => {
    const schema = {
      properties: { rows: { maxItems: 500, items: { properties: { ids: { maxItems: 2 } } } } },
    };
    expect(await read(`{"rows":[${many(100_000, 'no JSON')}]}`, { schema })).toEqual({
      ok: false,
      fault: { path: 'rows', reason: 'invalid_request', message: 'must not have more than 500 items' },
    });
    expect(await read(`{"rows":[1,{"ids":[1,2,"${long}"]}]}`, { schema })).toMatchObject({
      fault: { path: 'rows.1.ids' },
    });
    expect(await read(`{"rows":[${many(500, `"${long.slice(0, 1_000)}"`)}]}`, { schema })).toMatchObject({
      ok: true,
    });
  });

  it('has no list and no object where its schema wants another type, and their items are not parsed', async () => {
    const schema = {
      type: 'object',
      properties: { name: { type: 'string' }, rows: { type: 'array' }, rest: { type: 'object' } },
    };
    const cases = [
      [`{"name":[${many(100_000, 'no JSON')}]}`, 'name', 'must be string'],
      [`{"rows":{${many(100_000, 'no JSON')}}}`, 'rows', 'must be array'],
      [`\uFEFF[${many(100_000, 'no JSON')}]`, '', 'must be object'],
    ] as const;
    for (const [text, path, message] of cases)
      expect(await read(text, { schema })).toEqual({
        ok: false,
        fault: { path, reason: 'invalid_request', message },
      });
    const right = `{"name":"${long}","rows":["${long}"],"rest":{"a":"${long}"}}`;
    expect(await read(right, { schema })).toMatchObject({ ok: true });
  });

  it('is searched for what the caller does not want, by its place', async () => {
    const unwanted = {
      mayBeIn: (piece: Buffer) => piece.includes('bad'),
      refuse: (value: unknown, path: string) => {
        throw new Error(`${path} ${JSON.stringify(value)}`);
      },
    };
    const small = many(200, `"${long.slice(0, 1_000)}"`);
    await expect(read(`{"a":[${small},"bad"]}`, { unwanted })).rejects.toThrow(/^a \{"\d+":/);
    expect(await read(`{"a":[${small}]}`, { unwanted })).toMatchObject({ ok: true });
  });

  it('lets others have the thread in between', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    await read(`{"a":[${many(1_000_000, '[]')}]}`);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });
});
