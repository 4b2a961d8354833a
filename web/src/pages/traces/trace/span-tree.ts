// The tree of the loaded spans, siblings by start time. Every span appears exactly once.
import { NO_PARENT, parentIndexes } from '@tracewell/sdk/reading';
import type { Span } from './spans.ts';

interface SpanTree {
  /** Indexes of the root spans, by start time. */
  top: readonly number[];
  /** Child indexes by parent index. */
  children: ReadonlyMap<number, readonly number[]>;
}

export function buildSpanTree(spans: readonly Span[]): SpanTree {
  const parents = parentIndexes(spans);
  const top: number[] = [];
  const children = new Map<number, number[]>();
  for (const at of byStart(spans)) {
    const parent = parents[at] ?? NO_PARENT;
    const siblings = children.get(parent);
    if (parent === NO_PARENT) top.push(at);
    else if (siblings) siblings.push(at);
    else children.set(parent, [at]);
  }
  return { top, children };
}

/** Stable: spans with equal start keep their order. */
function byStart(spans: readonly Span[]): readonly number[] {
  const places = spans.map((_, at) => at);
  const inOrder = spans.every(({ startMs }, at) => at === 0 || (spans[at - 1]?.startMs ?? 0) <= startMs);
  if (inOrder) return places;
  return places.sort((a, b) => (spans[a]?.startMs ?? 0) - (spans[b]?.startMs ?? 0) || a - b);
}
