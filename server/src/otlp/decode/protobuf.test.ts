import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { otlpFixtures } from '#test/support/otlp-fixtures';
import { decodeToTree, encodeTree, spansOfTree } from '#test/oracles/otlp-oracle';
import { decodeJson } from './json.ts';
import { decodeProtobuf } from './protobuf.ts';

const bodies = otlpFixtures().filter(({ encoding, body }) => encoding === 'protobuf' && body.length > 3);
const malformed = {
  ok: false,
  reason: 'invalid_protobuf',
  message: 'The body is not a valid ExportTraceServiceRequest in protobuf.',
};

describe('compared with protobufjs', () => {
  test('every real body', () => {
    for (const { name, body } of bodies) {
      expect([name, decodeProtobuf(body)]).toEqual([
        name,
        { ok: true, spans: spansOfTree(decodeToTree(body)) },
      ]);
    }
  });

  test('every real JSON body gives the same spans when it is sent as protobuf', () => {
    const same = otlpFixtures().filter(
      ({ encoding, name }) => encoding === 'json' && !name.startsWith('synthetic-edge'),
    );
    for (const { name, body } of same) {
      expect([name, decodeProtobuf(encodeTree(JSON.parse(body.toString())))]).toEqual([
        name,
        decodeJson(body),
      ]);
    }
  });

  test('any request', () => {
    fc.assert(
      fc.property(anyRequest(), (tree) => {
        const body = encodeTree(tree);
        const decoded = decodeProtobuf(body);
        expect(decoded).toEqual({ ok: true, spans: spansOfTree(decodeToTree(body)) });
        expect(decodeJson(Buffer.from(JSON.stringify(tree)))).toEqual(decoded);
      }),
      { numRuns: 300 },
    );
  });
});

describe('bounds', () => {
  test('an empty body is an empty request', () => {
    expect(decodeProtobuf(new Uint8Array())).toEqual({ ok: true, spans: [] });
  });

  test('random bytes and truncated or changed real bodies give a result', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (body) => {
        expect(typeof decodeProtobuf(body).ok).toBe('boolean');
      }),
      { numRuns: 2_000 },
    );
    const edit = fc.tuple(fc.constantFrom(...bodies), fc.nat(), fc.nat(3), fc.uint8Array({ maxLength: 3 }));
    fc.assert(
      fc.property(edit, ([{ body }, at, cut, added]) => {
        const from = at % body.length;
        const changed = Buffer.concat([body.subarray(0, from), added, body.subarray(from + cut)]);
        expect(typeof decodeProtobuf(changed).ok).toBe('boolean');
      }),
      { numRuns: 1_000 },
    );
  });

  test('a body that is cut anywhere is malformed', () => {
    const { body } = bodies.find(({ name }) => name === 'otel-js-plain/03')!;
    for (let end = 1; end < body.length; end += 1)
      expect(decodeProtobuf(body.subarray(0, end)), `${end}`).toEqual(malformed);
  });

  test('lengths that lie', () => {
    for (const body of [
      [0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f],
      [0x0a, 0x05, 0x12, 0xff, 0x01],
      [0x0a, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
      [0x02, 0x00],
      [0x0b],
    ]) {
      expect(decodeProtobuf(Uint8Array.from(body))).toEqual(malformed);
    }
    expect(decodeProtobuf(Buffer.from('{"resourceSpans":[]}'))).toEqual(malformed);
  });

  test('unknown fields are skipped, and a field of another wire type is an unknown one', () => {
    const extra = Buffer.from([
      0x9a, 0x06, 0x02, 0x68, 0x69, 0x08, 0x07, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0x25, 1, 2, 3, 4,
    ]);
    const { body } = bodies[0]!;
    expect(decodeProtobuf(Buffer.concat([extra, body, extra]))).toEqual(decodeProtobuf(body));
  });

  test('a value nested beyond the cap is null there', () => {
    let value: unknown = { stringValue: 'deep' };
    for (let depth = 0; depth < 40; depth += 1) value = { arrayValue: { values: [value] } };
    const span = { traceId: '11'.repeat(16), spanId: '22'.repeat(8), attributes: [{ key: 'a', value }] };
    const decoded = decodeProtobuf(encodeTree({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }));
    const read = decoded.ok ? decoded.spans[0]?.attributes.get('a') : undefined;
    expect(JSON.stringify(read)).toBe(`${'['.repeat(32)}null${']'.repeat(32)}`);
  });

  const group = (spans: Buffer): Buffer => {
    const inner = Buffer.concat([Buffer.from([0x12, ...varint(spans.length)]), spans]);
    return Buffer.concat([Buffer.from([0x0a, ...varint(inner.length)]), inner]);
  };

  test('more spans than a body could mean', () => {
    const empty = (count: number) => group(Buffer.alloc(2 * count, Uint8Array.from([0x12, 0x00])));
    expect(decodeProtobuf(empty(50_000))).toMatchObject({ ok: true });
    for (const count of [50_001, 600_000])
      expect(decodeProtobuf(empty(count))).toMatchObject({ reason: 'too_many_spans' });
  });

  test('a body of 16 MiB may have the smallest spans of an exporter', () => {
    const span = {
      traceId: '11'.repeat(16),
      spanId: '22'.repeat(8),
      parentSpanId: '33'.repeat(8),
      name: 'carts',
      kind: 1,
      startTimeUnixNano: '1794700000000000000',
      endTimeUnixNano: '1794700000001000000',
    };
    const one = encodeTree({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
    const bytes = one.subarray(Buffer.from(one).indexOf(Buffer.from('11'.repeat(16), 'hex')) - 4);
    expect(bytes[0]).toBe(0x12);
    const count = Math.floor((16 * 1_048_576) / bytes.length);
    const decoded = decodeProtobuf(group(Buffer.concat(Array.from({ length: count }, () => bytes))));
    expect(decoded.ok && decoded.spans.length).toBe(count);
  });

  test('events of a whole body', () => {
    const events = Buffer.alloc(2 * 128, Uint8Array.from([0x5a, 0x00]));
    const span = Buffer.concat([Buffer.from([0x12, ...varint(events.length)]), events]);
    const decoded = decodeProtobuf(group(Buffer.concat(Array.from({ length: 2_060 }, () => span))));
    const counts = decoded.ok ? decoded.spans.map((each) => each.events.length) : [];
    expect([counts.length, counts[2_047], counts[2_048]]).toEqual([2_060, 128, 0]);
  });
});

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}

function anyRequest() {
  const key = fc.oneof(
    fc.constantFrom('gen_ai.system', '__proto__', 'constructor', 'ключ'),
    fc.string({ minLength: 1 }),
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.record({ stringValue: fc.string({ unit: 'grapheme' }) }),
      fc.record({ boolValue: fc.boolean() }),
      fc.record({ intValue: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String) }),
      fc.record({
        doubleValue: fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      }),
      fc.record({ bytesValue: fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')) }),
      fc.record({ arrayValue: fc.record({ values: fc.array(tie('value'), { maxLength: 3 }) }) }),
      fc.record({
        kvlistValue: fc.record({
          values: fc.array(fc.record({ key: fc.string({ minLength: 1 }), value: tie('value') }), {
            maxLength: 3,
          }),
        }),
      }),
    ),
  }));
  const attributes = fc.array(fc.record({ key, value }), { maxLength: 6 });
  const hex = (bytes: number) =>
    fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((given) => Buffer.from(given).toString('hex'));
  const nanos = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
  const span = fc.record(
    {
      traceId: hex(16),
      spanId: hex(8),
      parentSpanId: hex(8),
      name: fc.string(),
      kind: fc.nat(6),
      startTimeUnixNano: nanos,
      endTimeUnixNano: nanos,
      attributes,
      events: fc.array(fc.record({ name: fc.string(), timeUnixNano: nanos, attributes }), { maxLength: 2 }),
      status: fc.record({ code: fc.nat(3), message: fc.string() }),
    },
    { requiredKeys: ['traceId', 'spanId'] },
  );
  const scopeSpans = fc.record({
    scope: fc.record({ name: fc.string(), version: fc.string() }),
    spans: fc.array(span, { maxLength: 3 }),
  });
  const resourceSpans = fc.record({
    resource: fc.record({ attributes }),
    scopeSpans: fc.array(scopeSpans, { maxLength: 2 }),
  });
  return fc.record({ resourceSpans: fc.array(resourceSpans, { maxLength: 2 }) });
}
