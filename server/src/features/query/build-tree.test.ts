import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTree } from './build-tree.ts';

interface Span {
  key: number;
  spanId: string | null;
  parentSpanId: string | null;
  children: Span[];
}

const spansOf = (pairs: readonly (readonly [spanId: string | null, parentSpanId: string | null])[]): Span[] =>
  pairs.map(([spanId, parentSpanId], key) => ({ key, spanId, parentSpanId, children: [] }));

/** Who hangs under whom, read off the tree without recursion, in the order of a walk. */
function edges(roots: readonly Span[]): [child: number, parent: number | null][] {
  const found: [number, number | null][] = [];
  const left = roots.map((span): [Span, number | null] => [span, null]);
  for (let next = left.shift(); next; next = left.shift()) {
    const [span, parent] = next;
    found.push([span.key, parent]);
    left.push(...span.children.map((child): [Span, number | null] => [child, span.key]));
  }
  return found;
}

/** The same by the definition alone: a step up at a time, from each span anew. */
function naiveParents(spans: readonly Span[]): (number | null)[] {
  const parentOf = ({ spanId, parentSpanId }: Span): Span | undefined =>
    parentSpanId === null || parentSpanId === spanId
      ? undefined
      : spans.find((span) => span.spanId === parentSpanId);
  const circle = (span: Span): number[] => {
    const keys: number[] = [];
    for (let at = parentOf(span); at && keys.length <= spans.length; at = parentOf(at)) {
      keys.push(at.key);
      if (at === span) return keys;
    }
    return [];
  };
  return spans.map((span) => {
    const keys = circle(span);
    return keys.length > 0 && Math.min(...keys) === span.key ? null : (parentOf(span)?.key ?? null);
  });
}

const id = fc.option(
  fc.integer({ min: 0, max: 12 }).map((value) => `s${value}`),
  { freq: 6 },
);

describe('a tree of spans', () => {
  it('is what the definition says, whatever spans say of themselves', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(id, id), { maxLength: 14 }), (pairs) => {
        const spans = spansOf(pairs);
        const naive = naiveParents(spans);
        const roots = buildTree(spans);
        // Each exactly once, and under the right one.
        expect(edges(roots).toSorted(([left], [right]) => left - right)).toEqual(
          naive.map((parent, key) => [key, parent]),
        );
        // Brothers and roots stay in the order given.
        for (const list of [roots, ...spans.map(({ children }) => children)]) {
          const keys = list.map(({ key }) => key);
          expect(keys).toEqual(keys.toSorted((left, right) => left - right));
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it('names the cases', () => {
    const tree = (...pairs: [string | null, string | null][]) => edges(buildTree(spansOf(pairs)));
    expect(tree()).toEqual([]);
    expect(tree(['a', 'gone'], ['b', null], [null, 'a'])).toEqual([
      [0, null],
      [1, null],
      [2, 0],
    ]);
    // Its own parent; two that are each other's, with a child that came before them.
    expect(tree(['a', 'a'], ['b', 'a'])).toEqual([
      [0, null],
      [1, 0],
    ]);
    expect(tree(['x', 'b'], ['a', 'b'], ['b', 'a'])).toEqual([
      [1, null],
      [2, 1],
      [0, 2],
    ]);
    // Two of one id: the first is the parent.
    expect(tree(['a', null], ['a', null], ['b', 'a'])).toEqual([
      [0, null],
      [1, null],
      [2, 0],
    ]);
    // Spans without ids are not each other's parents.
    expect(tree([null, null], [null, null])).toEqual([
      [0, null],
      [1, null],
    ]);
  });

  it.each([
    ['a chain from its root on', (at: number) => at - 1],
    ['a chain from its leaf on', (at: number) => at + 1],
    ['one circle', (at: number) => (at + 1) % 30_000],
    ['a star', () => 0],
  ])('takes 30,000 spans: %s', (_name, parentOf) => {
    const spans = spansOf(Array.from({ length: 30_000 }, (_, at) => [`s${at}`, `s${parentOf(at)}`] as const));
    const [root, ...others] = buildTree(spans);
    expect(others).toEqual([]);
    let count = 0;
    const left = root ? [root] : [];
    for (let span = left.pop(); span; span = left.pop()) {
      count += 1;
      left.push(...span.children);
    }
    expect(count).toBe(30_000);
  });
});
