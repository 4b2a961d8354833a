import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastCpuMs } from '#test/support/cpu-time';
import { parseBody, parseJson, parseLenientJson } from './safe-json.ts';

const bytes = (text: string) => Buffer.from(text, 'utf8');
const reasonOf = (text: string | Uint8Array, maxDepth?: number) => {
  const result = parseJson(typeof text === 'string' ? bytes(text) : text, maxDepth);
  return result.ok ? null : result.fault.reason;
};
const KIB = 1024;

describe('accepted', () => {
  it('parses any output of JSON.stringify to an equal value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 20 }), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        fc.pre(!text.includes('__proto__'));
        const result = parseJson(bytes(text));
        expect(result).toEqual({ ok: true, value: JSON.parse(text) });
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it('agrees with JSON.parse on text that is nearly JSON', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"a"',
      '"b"',
      '"\\u0061"',
      '1',
      'null',
      ' ',
      '"',
      '\\',
      '\n',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        const fitting = valid ? [null, 'duplicate_key'] : ['invalid_json', 'duplicate_key'];
        expect(fitting).toContain(reasonOf(text));
      }),
      { seed: 11, numRuns: 3_000 },
    );
  });

  it('accepts different keys, repeated values, and keys repeated in other objects', () => {
    for (const text of [
      '{"a":"a","b":"a"}',
      '[{"a":1},{"a":2}]',
      '{"a":{"a":{"a":1}},"b":{"a":1}}',
      '{"a":["a","a"],"b":"a"}',
      '{"constructor":1,"prototype":2,"toString":3,"__proto":4,"__PROTO__":5}',
      '"__proto__"',
      '["__proto__"]',
      '{"key":"__proto__"}',
      '{"a":"\\"b\\":1,\\"a\\":2"}',
      '""',
      ' 1 ',
    ]) {
      expect([text, reasonOf(text)]).toEqual([text, null]);
    }
  });

  it('drops a byte order mark', () => {
    expect(parseJson(bytes('\uFEFF{"a":1}'))).toEqual({ ok: true, value: { a: 1 } });
    expect(reasonOf('{"a":\uFEFF1}')).toBe('invalid_json');
  });
});

describe('rejected', () => {
  it('duplicate_key: also with escapes, after blanks, and nested', () => {
    for (const text of [
      '{"a":1,"a":1}',
      '{"a":1,"\\u0061":2}',
      '{"\\u0061":1,"\\u0061":2}',
      '{"a" \n\t:1,"b":{},"a"  :2}',
      '[[{"x":{"a":1,"b":[{}],"a":2}}]]',
      '{"\\n":1,"\\u000a":2}',
      '{"":1,"":2}',
      '{"\\ud83d\\ude00":1,"😀":2}',
    ]) {
      expect([text, reasonOf(text)]).toEqual([text, 'duplicate_key']);
    }
  });

  it('duplicate_key: says which, without repeating a long one', () => {
    const key = 'k'.repeat(5_000);
    const result = parseJson(bytes(`{"${key}":1,"${key}":2}`));
    expect(result.ok ? '' : result.fault.message).toHaveLength(
      'The key "" is given twice in one object.'.length + 80,
    );
  });

  it('forbidden_key: __proto__ in any notation', () => {
    for (const text of ['{"__proto__":{}}', '{"\\u005f_proto__":1}', '[{"a":{"__proto__" :null}}]']) {
      expect([text, reasonOf(text)]).toEqual([text, 'forbidden_key']);
    }
  });

  it('too_deep: beyond the limit but not at it', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(reasonOf(nested(64))).toBeNull();
    expect(reasonOf(nested(65))).toBe('too_deep');
    expect(reasonOf(nested(100_000))).toBe('too_deep');
    expect(reasonOf('{"a":'.repeat(100_000))).toBe('too_deep');
    expect(reasonOf('{"a":[1]}', 2)).toBeNull();
    expect(reasonOf('{"a":[[1]]}', 2)).toBe('too_deep');
    expect(reasonOf(`"${'['.repeat(1_000)}"`)).toBeNull();
    // Sibling brackets do not add up.
    expect(reasonOf(`[${Array(1_000).fill('[]').join()}]`)).toBeNull();
  });

  it('invalid_utf8: stray, cut and overlong bytes, and surrogates', () => {
    for (const list of [[0xff], [0x22, 0xc3, 0x22], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf8, 0x88]]) {
      expect(reasonOf(Uint8Array.from(list))).toBe('invalid_utf8');
    }
  });

  it('invalid_json: not JSON at all', () => {
    for (const text of [
      '',
      ' ',
      '{',
      '{"a":1',
      "{'a':1}",
      '{a:1}',
      '[1,]',
      'NaN',
      '01',
      '"a',
      '"\\',
      '{"a"}',
      '1 2',
    ]) {
      expect([text, reasonOf(text)]).toEqual([text, 'invalid_json']);
    }
  });
});

it('a body has objects of at most 5,000 members, at any depth', () => {
  const members = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join()}}`;
  for (const around of ['*', '[[*]]', '{"a":[{"b":*}]}']) {
    const read = (count: number) => parseBody(bytes(around.replace('*', members(count))));
    expect(read(5_000).ok).toBe(true);
    expect(read(5_001)).toMatchObject({ ok: false, fault: { reason: 'too_many_members' } });
  }
  expect(parseBody(bytes(`[${Array(6_000).fill('1').join()}]`)).ok).toBe(true);
  expect(parseJson(bytes(members(5_001))).ok).toBe(true);
});

describe('time', () => {
  const long = 'x'.repeat(KIB * KIB - 10);
  const cases: Record<string, string> = {
    'one long string': `"${long}"`,
    'a string of escapes': `"${'\\n'.repeat(KIB * 512 - 10)}"`,
    'many short strings': `[${Array(200_000).fill('"ab"').join()}]`,
    'many keys': `{${Array.from({ length: 90_000 }, (_, i) => `"k${i}":1`).join()}}`,
    'many keys with escapes': `{${Array.from({ length: 60_000 }, (_, i) => `"\\u0061${i}":1`).join()}}`,
    'blanks after strings': `{${Array.from({ length: 100 }, (_, i) => `"${i}"${' '.repeat(10_000)}:1`).join()}}`,
    'a string that never ends': `["${long}`,
    'brackets that never close': '[{"a":'.repeat(100_000),
    'objects beside each other': `[${Array(150_000).fill('{"a":1}').join()}]`,
  };
  for (const [name, text] of Object.entries(cases)) {
    it(`1 MiB of ${name} takes less than a second`, () => {
      const body = bytes(text);
      expect(leastCpuMs(() => parseJson(body), 1_000)).toBeLessThan(1_000);
    });
  }
});

it.each([
  ['{"a":{"b":1},"a":2}', { a: 2 }],
  ['[{"a":1,"a":{"a":[1]}}]', [{ a: { a: [1] } }]],
  ['"text"', 'text'],
  ['{"a":[{"__proto__":1}]}', 'forbidden_key'],
  ['{"a":[[[1]]]}', { a: [[[1]]] }],
  ['{"a":[[[[1]]]]}', 'too_deep'],
  ['{"a":1,}', 'invalid_json'],
  ['{"a":"\xff"}', 'invalid_utf8'],
])('lenient: %s', (text, expected) => {
  const read = parseLenientJson(Buffer.from(text, 'latin1'), 4);
  expect(read.ok ? read.value : read.fault.reason).toEqual(expected);
});
