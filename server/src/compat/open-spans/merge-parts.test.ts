import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#records';
import { mergePart, mergeParts, partOf, type MergedPart } from './merge-parts.ts';
import { MAX_PART_BYTES, partText } from './part-text.ts';
import type { PeerSpans, SpanPart } from './peer-spans.ts';

const peer: PeerSpans = {
  name: 'langfuse',
  needsTrace: true,
  mergedMembers: new Set(['metadata']),
  contentMembers: ['input'],
  mergedReader: { url: '', name: '' },
  toSpan: () => {
    throw new Error('not asked');
  },
};

const part = (order: number, body: JsonObject, more: Partial<SpanPart> = {}): SpanPart => ({
  kind: 'span',
  id: 's',
  traceId: '',
  body,
  begins: order === 0,
  ends: false,
  order,
  bytes: 0,
  ...more,
});

const bodyOf = (...parts: SpanPart[]): JsonObject | undefined => mergeParts(parts, peer).span.get('s')?.body;

describe('parts of a span', () => {
  it('are merged by their order, whatever comes first', () => {
    const beginning = part(0, { name: 'a', input: 'in', metadata: { x: 1, y: 1 } });
    const end = part(5, { name: 'b', output: 'out', metadata: { y: 2 } }, { ends: true });
    const expected = { name: 'b', input: 'in', output: 'out', metadata: { x: 1, y: 2 } };
    expect(bodyOf(beginning, end)).toEqual(expected);
    expect(bodyOf(end, beginning)).toEqual(expected);
  });

  it('lose nothing to null', () => {
    expect(bodyOf(part(0, { name: 'a' }), part(9, { name: null, metadata: null }))).toEqual({ name: 'a' });
  });

  it('never find inherited names', () => {
    const body = bodyOf(part(9, { name: 'a' }), part(0, { constructor: 'c', metadata: { toString: 't' } }));
    expect(body).toEqual({ name: 'a', constructor: 'c', metadata: { toString: 't' } });
  });

  const value = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 3 }), fc.constant('text'));
  const body = fc.dictionary(fc.constantFrom('a', 'b', 'constructor'), value);
  const parts = fc.array(
    fc
      .record({
        order: fc.nat(3),
        body,
        metadata: fc.option(fc.dictionary(fc.constantFrom('x', 'y'), value)),
      })
      .map(({ order, body, metadata }) => part(order, { ...body, metadata }, { ends: order === 3 })),
    { minLength: 1, maxLength: 5 },
  );
  const without = ({ body }: MergedPart): JsonObject =>
    JSON.parse(
      JSON.stringify(body, (_, member: unknown) => (member === null ? undefined : member)),
    ) as JsonObject;

  it('give the same in any order and in any grouping', () => {
    fc.assert(
      fc.property(
        parts.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }), fc.nat(4)),
        ),
        ([all, shuffled, cut]) => {
          const merged = (some: readonly SpanPart[]) =>
            mergeParts(structuredClone([...some]), peer).span.get('s');
          const expected = merged(all);
          // As if the first parts had been stored by an earlier request.
          const left = merged(shuffled.slice(0, cut));
          const right = merged(shuffled.slice(cut));
          if (left && right) mergePart(left, right, peer);
          const found = left ?? right;
          expect(expected && without(expected)).toEqual(found && without(found));
          expect([found?.begun, found?.ended]).toEqual([expected?.begun, expected?.ended]);
        },
      ),
      { seed: 3, numRuns: 2_000 },
    );
  });
});

describe('the text of a part', () => {
  it('leaves out content that is too large, and nothing else', () => {
    const text = partText(partOf(part(0, { name: 'a', input: { long: 'é'.repeat(MAX_PART_BYTES) } })), peer);
    expect(Buffer.byteLength(text ?? '')).toBeLessThan(MAX_PART_BYTES);
    const { body } = JSON.parse(String(text)) as { body: JsonObject };
    expect(body['name']).toBe('a');
    expect(body['input']).toEqual([{ type: 'omitted', messages: 1, bytes: 2 * MAX_PART_BYTES + 11 }]);
  });

  it('is null if the rest is too large as well', () => {
    expect(partText(partOf(part(0, { name: 'a'.repeat(MAX_PART_BYTES) })), peer)).toBeNull();
  });
});
