// Builds the tree of spans from their parent ids. Parents may be missing, not loaded yet, or form cycles; every span appears
// exactly once. The service builds the tree of the first spans of a trace in the same way.
import type { Span } from './spans.ts';

const NONE = -1;

interface SpanTree {
  /** Indexes of the root spans, by start time. */
  top: readonly number[];
  /** Child indexes by parent index. */
  children: ReadonlyMap<number, readonly number[]>;
}

export function buildSpanTree(spans: readonly Span[]): SpanTree {
  const parents = parentsOf(spans);
  cutCycles(parents);
  const top: number[] = [];
  const children = new Map<number, number[]>();
  for (const at of byStart(spans)) {
    const parent = parents[at] ?? NONE;
    const siblings = children.get(parent);
    if (parent === NONE) top.push(at);
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

/** If several spans share an id, the first one is the parent. */
function parentsOf(spans: readonly Span[]): Int32Array {
  const places = new Map<string, number>();
  spans.forEach(({ spanId }, at) => {
    if (spanId !== null && !places.has(spanId)) places.set(spanId, at);
  });
  const parents = new Int32Array(spans.length);
  spans.forEach(({ spanId, parentSpanId }, at) => {
    const own = parentSpanId === null || parentSpanId === spanId;
    parents[at] = own ? NONE : (places.get(parentSpanId) ?? NONE);
  });
  return parents;
}

/** A walk to the top ends at a root, at a visited span, or in a cycle. The first span of a cycle becomes a root. */
function cutCycles(parents: Int32Array): void {
  /** The number of the walk that visited the span; 0 if none did. */
  const walkedBy = new Int32Array(parents.length);
  for (let start = 0; start < parents.length; start++) {
    let at = start;
    while (at !== NONE && walkedBy[at] === 0) {
      walkedBy[at] = start + 1;
      at = parents[at] ?? NONE;
    }
    if (at !== NONE && walkedBy[at] === start + 1) parents[firstOfCycle(parents, at)] = NONE;
  }
}

function firstOfCycle(parents: Int32Array, entry: number): number {
  let first = entry;
  for (let at = parents[entry] ?? entry; at !== entry; at = parents[at] ?? entry) first = Math.min(first, at);
  return first;
}
