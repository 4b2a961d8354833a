import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_PARENT, parentIndexes, type SpanIds } from './span-tree.ts';

type Pair = readonly [spanId: string | null, parentSpanId: string | null];

const spansOf = (pairs: readonly Pair[]): SpanIds[] =>
  pairs.map(([spanId, parentSpanId]) => ({ spanId, parentSpanId }));

/** The same by the definition alone: one step up at a time, starting again from each span. */
function naiveParents(spans: readonly SpanIds[]): number[] {
  const parentOf = (at: number): number => {
    const { spanId, parentSpanId } = spans[at] ?? { spanId: null, parentSpanId: null };
    if (parentSpanId === null || parentSpanId === spanId) return NO_PARENT;
    return spans.findIndex((span) => span.spanId === parentSpanId);
  };
  const cycleOf = (start: number): number[] => {
    const cycle: number[] = [];
    for (let at = parentOf(start); at !== NO_PARENT && cycle.length <= spans.length; at = parentOf(at)) {
      cycle.push(at);
      if (at === start) return cycle;
    }
    return [];
  };
  return spans.map((_, at) => {
    const cycle = cycleOf(at);
    return cycle.length > 0 && Math.min(...cycle) === at ? NO_PARENT : parentOf(at);
  });
}

const id = fc.option(
  fc.integer({ min: 0, max: 12 }).map((value) => `s${value}`),
  { freq: 6 },
);

describe('the parents of spans', () => {
  it('match the definition, for any ids', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(id, id), { maxLength: 14 }), (pairs) => {
        const spans = spansOf(pairs);
        expect([...parentIndexes(spans)]).toEqual(naiveParents(spans));
      }),
      { numRuns: 5_000 },
    );
  });

  it.each<[string, Pair[], number[]]>([
    ['no spans', [], []],
    [
      'a missing parent, no parent, no id',
      [
        ['a', 'gone'],
        ['b', null],
        [null, 'a'],
      ],
      [-1, -1, 0],
    ],
    [
      'a span that is its own parent',
      [
        ['a', 'a'],
        ['b', 'a'],
      ],
      [-1, 0],
    ],
    [
      'a cycle with a child that came before it',
      [
        ['x', 'b'],
        ['a', 'b'],
        ['b', 'a'],
      ],
      [2, -1, 1],
    ],
    [
      'two spans with one id',
      [
        ['a', null],
        ['a', null],
        ['b', 'a'],
      ],
      [-1, -1, 0],
    ],
    [
      'spans without ids',
      [
        [null, null],
        [null, null],
      ],
      [-1, -1],
    ],
  ])('%s', (_name, pairs, expected) => {
    expect([...parentIndexes(spansOf(pairs))]).toEqual(expected);
  });

  it.each([
    ['a chain from its root', (at: number) => at - 1],
    ['a chain from its leaf', (at: number) => at + 1],
    ['one cycle', (at: number) => (at + 1) % 30_000],
    ['a star', () => 0],
  ])('are found for 30,000 spans: %s', (_name, parentOf) => {
    const spans = spansOf(Array.from({ length: 30_000 }, (_, at) => [`s${at}`, `s${parentOf(at)}`] as const));
    expect(parentIndexes(spans).filter((parent) => parent === NO_PARENT)).toHaveLength(1);
  });
});
