// The tree of spans for any combination of parent ids.
import { describe, expect, it } from 'vitest';
import { buildSpanTree } from './span-tree.ts';
import type { Span } from './spans.ts';

const span = (spanId: string | null, parentSpanId: string | null, startMs = 0, id = spanId ?? ''): Span => ({
  id,
  type: 'span',
  name: id,
  spanId,
  parentSpanId,
  startMs,
  durationMs: 1,
  error: null,
  call: null,
  agent: null,
  tool: null,
  sessionId: null,
  userId: null,
  tools: [],
});

/** Draws each root as `a(b c(d))`. */
function drawn(...spans: Span[]): string {
  const { top, children } = buildSpanTree(spans);
  const draw = (at: number): string => {
    const under = (children.get(at) ?? []).map(draw).join(' ');
    return `${spans[at]?.id ?? ''}${under === '' ? '' : `(${under})`}`;
  };
  return top.map(draw).join(' ');
}

describe('the tree of spans', () => {
  it('follows the parent ids, and sorts siblings by start', () => {
    expect(drawn(span('a', null), span('c', 'a', 9), span('b', 'a', 3), span('d', 'c', 1))).toBe('a(b c(d))');
    expect(drawn(span('b', 'a', 1), span('a', null, 0))).toBe('a(b)');
  });

  it('keeps the order of spans that start together', () => {
    expect(drawn(span('z', null), span('a', null), span('m', null))).toBe('z a m');
    expect(drawn(span('late', null, 5), span('z', null, 1), span('a', null, 1))).toBe('z a late');
  });

  it('puts a span at the top if its parent is missing, not named, or the span itself', () => {
    expect(drawn(span('a', 'lost'), span('b', null), span('c', 'c'), span(null, 'a', 0, 'd'))).toBe(
      'a(d) b c',
    );
  });

  it('uses the first of several spans with the same id as the parent', () => {
    expect(drawn(span('a', null, 0, 'first'), span('a', null, 0, 'second'), span('b', 'a'))).toBe(
      'first(b) second',
    );
  });

  it('makes the first span of a cycle its root, whichever of them is met first', () => {
    expect(drawn(span('a', 'b'), span('b', 'a'))).toBe('a(b)');
    expect(drawn(span('a', 'b'), span('b', 'c'), span('c', 'a'))).toBe('a(c(b))');
    // The walk enters through a span below the cycle and meets the last span of the cycle first.
    expect(drawn(span('in', 'c'), span('b', 'a'), span('c', 'b'), span('a', 'c'))).toBe('b(c(in a))');
  });

  it('cuts each cycle once, and shows every span exactly once', () => {
    const spans = [
      span('a', 'b'),
      span('b', 'a'),
      span('x', 'y'),
      span('y', 'z'),
      span('z', 'x'),
      span('leaf', 'y'),
    ];
    expect(drawn(...spans)).toBe('a(b) x(z(y(leaf)))');
  });
});
