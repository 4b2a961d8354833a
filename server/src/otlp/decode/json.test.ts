import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { otlpFixtures } from '#test/support/otlp-fixtures';
import { spansOfTree } from '#test/oracles/otlp-oracle';
import type { Span } from '../span.ts';
import { decodeJson } from './json.ts';

const TRACE = '5b8efff798038103d269b633813fc60c';
const SPAN = 'eee19b7ec3c1b174';

const bytes = (value: unknown): Buffer =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const request = (...spans: unknown[]) => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });

function only(span: Record<string, unknown>): Span {
  const decoded = decodeJson(bytes(request({ traceId: TRACE, spanId: SPAN, ...span })));
  if (!decoded.ok) throw new Error(decoded.message);
  return decoded.spans[0]!;
}

const valueOf = (value: unknown) => only({ attributes: [{ key: 'a', value }] }).attributes.get('a');

describe('differences between exporters', () => {
  test('int64 as number, as string, and beyond what a number holds', () => {
    expect(valueOf({ intValue: 1184 })).toBe(1184);
    expect(valueOf({ intValue: '1184' })).toBe(1184);
    expect(valueOf({ intValue: '-9223372036854775808' })).toBe('-9223372036854775808');
    expect(valueOf({ intValue: 'many' })).toBeNull();
  });

  test('doubles as words, as null, and with a fraction', () => {
    expect(valueOf({ doubleValue: 0.25 })).toBe(0.25);
    expect(valueOf({ doubleValue: 'NaN' })).toBeNull();
    expect(valueOf({ doubleValue: 'Infinity' })).toBeNull();
    expect(valueOf({ doubleValue: null })).toBeNull();
  });

  test('lists, maps, empty values, and a key named __proto__', () => {
    const pair = { key: '__proto__', value: { boolValue: true } };
    const value = valueOf({ kvlistValue: { values: [pair, { key: 'x', value: { arrayValue: {} } }, 7] } });
    expect(JSON.stringify(value)).toBe('{"__proto__":true,"x":[]}');
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    expect(valueOf({})).toBeNull();
    expect(
      only({ attributes: [{ key: '__proto__', value: { intValue: 1 } }] }).attributes.get('__proto__'),
    ).toBe(1);
  });

  test('times as strings, as numbers, and none', () => {
    const times = { startTimeUnixNano: '1794700000000000001', endTimeUnixNano: 1794700000500000000 };
    expect(only(times)).toMatchObject({ startMs: 1_794_700_000_000, durationMs: 499.999999 });
    expect(only({ startTimeUnixNano: '1', endTimeUnixNano: null })).toMatchObject({
      startMs: 0,
      durationMs: 0,
    });
  });

  test('ids in upper case are the same ids; the parent also in snake_case', () => {
    const span = only({ traceId: TRACE.toUpperCase(), spanId: SPAN.toUpperCase(), parent_span_id: SPAN });
    expect(span).toMatchObject({ traceId: TRACE, spanId: SPAN, parentSpanId: SPAN });
  });

  test('escapes in keys and values', () => {
    const body = `{"res\\u006furceSpans":[{"scopeSpans":[{"spans":[{"traceId":"${TRACE}","name":"a\\n\\"b\\" \\ud83d\\ude00"}]}]}]}`;
    expect(decodeJson(bytes(body))).toMatchObject({
      ok: true,
      spans: [{ traceId: TRACE, name: 'a\n"b" 😀' }],
    });
  });
});

describe('bounds', () => {
  test('a value nested beyond the cap is null there, and the rest is kept', () => {
    let value: unknown = { stringValue: 'deep' };
    for (let depth = 0; depth < 100; depth += 1) value = { arrayValue: { values: [value] } };
    const read = only({
      attributes: [
        { key: 'a', value },
        { key: 'b', value: { intValue: 1 } },
      ],
    });
    expect(JSON.stringify(read.attributes.get('a'))).toBe(`${'['.repeat(32)}null${']'.repeat(32)}`);
    expect(read.attributes.get('b')).toBe(1);
  });

  test('10,000 attributes and 1,000 events', () => {
    const attributes = Array.from({ length: 10_000 }, (_, at) => ({
      key: `k${at}`,
      value: { intValue: at },
    }));
    const events = Array.from({ length: 1_000 }, () => ({ name: 'e' }));
    const span = only({ attributes, events });
    expect([span.attributes.size, span.events.length]).toEqual([10_000, 128]);
  });

  test('events of a whole body', () => {
    const span = { events: Array.from({ length: 128 }, () => ({})) };
    const decoded = decodeJson(bytes(request(...Array.from({ length: 2_060 }, () => span))));
    const counts = decoded.ok ? decoded.spans.map(({ events }) => events.length) : [];
    expect([counts.length, counts[2_047], counts[2_048]]).toEqual([2_060, 128, 0]);
  });

  test('a large body may have more spans', () => {
    const spans = (count: number) =>
      Buffer.from(`{"resourceSpans":[{"scopeSpans":[{"spans":[${'{"name":"a"},'.repeat(count - 1)}{}]}]}]}`);
    expect(decodeJson(spans(262_144))).toMatchObject({ ok: true });
    expect(decodeJson(spans(262_145))).toMatchObject({
      reason: 'too_many_spans',
      message: 'The request has more than 262144 spans. Send smaller batches.',
    });
  });

  test('more spans than a body could mean', () => {
    expect(decodeJson(bytes(request(...Array.from({ length: 50_001 }, () => ({})))))).toMatchObject({
      ok: false,
      reason: 'too_many_spans',
    });
  });

  test('a million brackets', () => {
    expect(decodeJson(bytes('['.repeat(1_000_000)))).toMatchObject({ ok: false });
    expect(decodeJson(bytes(`{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`))).toEqual({
      ok: true,
      spans: [],
    });
  });
});

describe('malformed', () => {
  test.for([
    ['', 'The body is not valid JSON.'],
    ['null', 'The body must be an object.'],
    ['[]', 'The body must be an object.'],
    ['{"resourceSpans":{}}', 'resourceSpans must be an array.'],
    ['{"resourceSpans":[1]}', 'resourceSpans[] must be an object.'],
    ['{"resourceSpans":[{"scopeSpans":[{"spans":"x"}]}]}', 'spans must be an array.'],
    ['{"resourceSpans":[]} x', 'The body is not valid JSON.'],
    ['{"resourceSpans":[],}', 'The body is not valid JSON.'],
    ['{"a":01}', 'The body is not valid JSON.'],
    ['{"a":"\u0001"}', 'The body is not valid JSON.'],
  ])('%j: %s', ([body, message]) => {
    expect(decodeJson(bytes(body))).toEqual({ ok: false, reason: 'invalid_json', message });
  });

  test('bytes that are not text', () => {
    expect(decodeJson(Buffer.from([0x7b, 0xff, 0x7d]))).toMatchObject({
      message: 'The body is not valid UTF-8.',
    });
  });
});

describe('compared with a plain walk over the tree', () => {
  const bodies = otlpFixtures().filter(
    ({ encoding, name }) => encoding === 'json' && !name.startsWith('synthetic-edge'),
  );

  test('every real body, compact and indented', () => {
    for (const { name, body } of bodies) {
      const tree = JSON.parse(body.toString()) as unknown;
      const spans = spansOfTree(tree);
      expect([name, decodeJson(body)]).toEqual([name, { ok: true, spans }]);
      expect([name, decodeJson(bytes(JSON.stringify(tree, null, 2)))]).toEqual([name, { ok: true, spans }]);
    }
  });

  test('a body that lies inside a larger buffer', () => {
    const { body } = bodies[0]!;
    const inside = Buffer.concat([Buffer.from('xxxxx'), body, Buffer.from('yyy')]).subarray(
      5,
      5 + body.length,
    );
    expect(decodeJson(inside)).toEqual(decodeJson(body));
  });

  test('any JSON, random bytes, and real bodies with bytes removed, changed or added give a result', () => {
    const text = fc
      .json({ maxDepth: 5 })
      .map((json) => [json, `{"resourceSpans":[${json}]}`, `{"resourceSpans":[{"scopeSpans":${json}}]}`]);
    const edited = fc
      .tuple(
        fc.constantFrom(...bodies.filter(({ body }) => body.length < 20_000)),
        fc.nat(),
        fc.nat(4),
        fc.constantFrom(...Array.from('{}[]",:\\0-.eEtn \u0000é')),
      )
      .map(([{ body }, at, cut, added]) => {
        const from = at % body.length;
        return [
          Buffer.concat([body.subarray(0, from), Buffer.from(added), body.subarray(from + cut)]),
          body.subarray(0, from),
        ];
      });
    const raw = fc.uint8Array({ maxLength: 200 }).map((body) => [body]);
    fc.assert(
      fc.property(fc.oneof(text, edited, raw), (given) => {
        for (const body of given)
          expect(typeof decodeJson(typeof body === 'string' ? bytes(body) : body).ok).toBe('boolean');
      }),
      { numRuns: 1_500 },
    );
  });

  test('a value of any shape in any place is a value, an absence, or a malformed body', () => {
    const names = [
      'traceId',
      'name',
      'kind',
      'startTimeUnixNano',
      'attributes',
      'events',
      'status',
      'parentSpanId',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 3 }), (name, value) => {
        expect(typeof decodeJson(bytes(request({ traceId: TRACE, spanId: SPAN, [name]: value }))).ok).toBe(
          'boolean',
        );
        expect(typeof valueOf({ [name]: value })).toBe('object');
      }),
      { numRuns: 500 },
    );
  });
});
