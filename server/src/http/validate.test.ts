import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { leastCpuMs } from '#test/support/cpu-time';
import { publicEndpoint } from '#core/endpoint';
import { Label, Named, Nullable, OneOf, closed } from '#lib/schema';
import { inputCheck, refuseUnusable, replyCheck } from './validate.ts';

const Item = closed({ name: Label(20), 'odd/na~me': Type.Optional(Type.Integer()) });

const declared = publicEndpoint({
  id: 'test',
  method: 'POST',
  path: '/v1/test/{id}',
  tag: 'test',
  summary: 'Test',
  params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    share: Type.Optional(Type.Number()),
    flag: Type.Optional(Type.Boolean()),
    kind: Type.Optional(OneOf(['a', 'b'])),
  }),
  body: closed({
    items: Type.Array(Item, { maxItems: 3 }),
    note: Type.Optional(Nullable(Type.String({ maxLength: 5 }))),
    size: Type.Optional(Type.Number({ default: 7 })),
    owner: Type.Optional(Nullable(closed({ name: Label(20) }))),
    names: Type.Optional(Named(Type.String(), { maxLength: 3 })),
  }),
  replies: { 200: Type.Object({ when: Type.String() }), 204: null },
  unaudited: 'test',
  handle: () => undefined,
});
const check = inputCheck(declared);

interface Refusal {
  status: number;
  reason: string;
  details?: { path: string; message: string }[];
}

function refusal(work: () => unknown): Refusal | null {
  try {
    work();
    return null;
  } catch (error) {
    return error as Refusal;
  }
}

const pathsOf = (body: unknown) => refusal(() => check.body(body))?.details?.map((detail) => detail.path);

describe('path', () => {
  it('converts whole numbers', () => {
    expect(check.params({ id: '42' })).toEqual({ id: 42 });
  });

  it('404: an id that is not a plain number', () => {
    for (const id of [
      'x',
      '',
      '0',
      '-1',
      '1.0',
      '1e3',
      '0x10',
      '01',
      ' 1',
      '1 ',
      '9'.repeat(16),
      '1\u0000',
      '١',
      'NaN',
    ]) {
      expect([id, refusal(() => check.params({ id }))?.status]).toEqual([id, 404]);
    }
  });
});

it('404 names what was not found, and says what an id is', () => {
  const said = (id: string) => (refusal(() => check.params({ id })) as unknown as Error).message;
  expect(said('nope')).toBe('Test not found. "nope" is not its id, which is a whole number.');
  expect(said('1\u0000')).toBe('Test not found.');
});

describe('query string', () => {
  it('is text, and is converted', () => {
    expect(check.query({ limit: '10', flag: 'true', kind: 'a' })).toEqual({
      limit: 10,
      flag: true,
      kind: 'a',
    });
    expect(check.query({})).toEqual({ limit: 50 });
  });

  it('accepts a decimal in every form of Number()', () => {
    for (const text of ['7', '+7', ' 7', '7.0', '7.', '07', '.7e1', '70e-1', '7E0', '7.00000000000000000000'])
      expect([text, check.query({ limit: text })]).toEqual([text, { limit: 7 }]);
    for (const text of [
      '0.44000000000000006',
      '.5',
      '-1e-3',
      '1e308',
      '-0',
      '9007199254740993',
      '0'.repeat(400),
    ])
      expect([text, check.query({ share: text }).share]).toEqual([text, Number(text)]);
  });

  it('400: not a decimal, or beyond a double', () => {
    for (const text of [
      '',
      ' ',
      '.',
      'e1',
      '1e',
      '0x7',
      '0b1',
      'Infinity',
      'NaN',
      '1e400',
      '9'.repeat(400),
      '1_0',
      '٧',
    ])
      expect([text, refusal(() => check.query({ share: text }))?.details?.[0]?.path]).toEqual([
        text,
        'share',
      ]);
  });

  it('400 with the name of the field', () => {
    for (const query of [
      { limit: '0' },
      { limit: '201' },
      { limit: 'x' },
      { limit: '1.5' },
      { limit: '' },
      { limit: ['1', '2'] },
      { kind: 'c' },
    ]) {
      const [field] = Object.keys(query);
      expect(refusal(() => check.query(query))).toMatchObject({
        status: 400,
        reason: 'invalid_request',
        details: [{ path: field }],
      });
    }
  });

  it('cannot reach a prototype', () => {
    const given = JSON.parse('{"__proto__":"x","constructor":"y","limit":"3"}') as object;
    expect((check.query(given) as { limit: number }).limit).toBe(3);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

describe('body', () => {
  it('is not converted', () => {
    expect(check.body({ items: [{ name: 'a' }] })).toEqual({ items: [{ name: 'a' }], size: 7 });
    expect(pathsOf({ items: [], size: '7' })).toEqual(['size']);
    expect(pathsOf({ items: [], note: 7 })?.[0]).toBe('note');
    expect(refusal(() => check.body({ items: [], note: null }))).toBeNull();
  });

  it('names a nested faulty field', () => {
    expect(pathsOf({ items: [{ name: 'a' }, { name: '' }] })?.[0]).toBe('items.1.name');
    expect(pathsOf({ items: [{ name: 'a', 'odd/na~me': 'x' }] })).toEqual(['items.0.odd/na~me']);
    expect(pathsOf({ items: [{ name: 'a', extra: 1 }] })).toEqual(['items.0.extra']);
  });

  it('names a nested missing field and an unknown one', () => {
    const details = (body: unknown) => refusal(() => check.body(body))?.details;
    expect(details({})).toEqual([{ path: 'items', message: 'is required' }]);
    expect(details({ items: [{ name: 'a' }, {}] })).toEqual([
      { path: 'items.1.name', message: 'is required' },
    ]);
    expect(details({ items: [], owner: {} })?.[0]).toEqual({ path: 'owner.name', message: 'is required' });
    expect(details({ item: [] })).toEqual([
      { path: 'items', message: 'is required' },
      { path: 'item', message: 'is not a known field' },
    ]);
    expect(refusal(() => check.body({}))).toMatchObject({
      message: 'The body is not valid. items: is required.',
    });
  });

  it('reports no unknown field if any name is allowed', () => {
    const details = (names: unknown) => refusal(() => check.body({ items: [], names }))?.details;
    expect(details({ a: 1 })).toEqual([{ path: 'names.a', message: 'must be string' }]);
    expect(details({ abcd: 'x' })?.map(({ path }) => path)).toEqual(['names.abcd']);
  });

  it('400: not an object, and names of the object prototype', () => {
    for (const body of [null, [], 'x', 1, true]) expect(refusal(() => check.body(body))?.status).toBe(400);
    for (const name of ['constructor', 'hasOwnProperty', 'toString', 'valueOf', '__defineGetter__']) {
      expect(pathsOf({ items: [], [name]: 1 })).toEqual([name]);
    }
  });

  it('reports at most twenty faults, quickly', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`field${at}`, 1]));
    const paths = pathsOf({ items: [], ...many });
    expect(leastCpuMs(() => pathsOf({ items: [], ...many }), 1_000)).toBeLessThan(1_000);
    expect(paths?.length).toBeLessThanOrEqual(20);
    expect(
      pathsOf({ items: Array.from({ length: 50_000 }, () => ({ name: '' })) })?.length,
    ).toBeLessThanOrEqual(20);
  });
});

describe('checks before the schema', () => {
  it('400 invalid_text, 400 number_too_large, at any depth', () => {
    for (const [value, reason] of [
      [{ 'a\u0000': 1 }, 'invalid_text'],
      [[[{ a: 'b\u0000' }]], 'invalid_text'],
      [[[{ a: Infinity }]], 'number_too_large'],
    ] as const) {
      expect(refusal(() => refuseUnusable(value, ''))?.reason).toBe(reason);
    }
    expect(refusal(() => refuseUnusable({ list: Array.from({ length: 6_000 }, () => 1) }, ''))).toBeNull();
  });
});

describe('replies, in tests', () => {
  const checkReply = replyCheck(declared);
  it('are validated against their declaration', () => {
    expect(() => checkReply(200, { when: 'now' })).not.toThrow();
    expect(() => checkReply(204, undefined)).not.toThrow();
    expect(() => checkReply(200, { when: 1 })).toThrow('test answered 200');
    expect(() => checkReply(204, {})).toThrow('with a body');
    expect(() => checkReply(201, {})).toThrow('does not declare');
  });
});
