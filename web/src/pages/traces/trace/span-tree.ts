// Which span hangs under which, from what they say of their parents, which may be anything: parents get lost, are not here yet, or
// name each other. The service does the same for the first spans of a trace; each appears exactly once.
import type { Span } from './spans.ts';

const NONE = -1;

interface SpanTree {
  /** Places of the spans that stand at the top, by their start. */
  top: readonly number[];
  /** By the place of the parent. */
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

/** Those that began together stay as they came. */
function byStart(spans: readonly Span[]): readonly number[] {
  const places = spans.map((_, at) => at);
  const inOrder = spans.every(({ startMs }, at) => at === 0 || (spans[at - 1]?.startMs ?? 0) <= startMs);
  if (inOrder) return places;
  return places.sort((a, b) => (spans[a]?.startMs ?? 0) - (spans[b]?.startMs ?? 0) || a - b);
}

/** Where several have one id, the first is the parent of those that name it. */
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

/** Walking up ends at a root, at a span walked before, or in the one cycle of that walk: its first span is a root then. */
function cutCycles(parents: Int32Array): void {
  /** The walk that came by, counted from 1. */
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
