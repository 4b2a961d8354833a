// Spans as a tree, from what they say of their parents, which may be anything: clients name span ids as they like, and parents
// get lost or are not sent yet. One pass, and no depth that could be too deep.

export interface TreeSpan {
  spanId: string | null;
  parentSpanId: string | null;
  children: this[];
}

/**
 * Hangs each span, in the order given, under its parent, and returns the rest as roots. A span is a root when its parent is not
 * among them or is itself; of spans that are each other's ancestors, the first one is. Each appears exactly once. Where
 * several spans have one id, the first is the parent of those that name it.
 */
export function buildTree<Span extends TreeSpan>(spans: readonly Span[]): Span[] {
  const parents = parentsOf(spans);
  cutCycles(parents);
  const roots: Span[] = [];
  spans.forEach((span, at) => {
    const parent = spans[parents[at] ?? NONE];
    (parent ? parent.children : roots).push(span);
  });
  return roots;
}

const NONE = -1;

/** The place of each span's parent. */
function parentsOf(spans: readonly TreeSpan[]): Int32Array {
  const places = new Map<string, number>();
  spans.forEach(({ spanId }, at) => {
    if (spanId !== null && !places.has(spanId)) places.set(spanId, at);
  });
  return Int32Array.from(spans, ({ spanId, parentSpanId }) =>
    parentSpanId === null || parentSpanId === spanId ? NONE : (places.get(parentSpanId) ?? NONE),
  );
}

/** Each span has one parent at most, so walking up ends at a root, at a span walked before, or in the one cycle of that walk. */
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
