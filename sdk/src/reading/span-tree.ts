// The tree of a trace. Clients choose span ids freely, so a parent may be missing, not sent yet, the span
// itself, or part of a cycle. One pass without recursion, because traces have tens of thousands of spans.

/** Null or '' if there is none. */
export interface SpanIds {
  spanId: string | null;
  parentSpanId: string | null;
}

export const NO_PARENT = -1;

/**
 * For each span, the index of its parent, or `NO_PARENT` for a root. A span is a root if its parent is not
 * among the spans or is the span itself. In a cycle, the span that comes first in the list becomes a root. If
 * several spans share an id, the first one is the parent.
 */
export function parentIndexes(spans: readonly SpanIds[]): Int32Array {
  const indexes = new Map<string, number>();
  spans.forEach(({ spanId }, at) => {
    if (spanId && !indexes.has(spanId)) indexes.set(spanId, at);
  });
  // A plain loop: `Int32Array.from` with a function uses an iterator and takes ten times as long.
  const parents = new Int32Array(spans.length);
  spans.forEach(({ spanId, parentSpanId }, at) => {
    const isRoot = !parentSpanId || parentSpanId === spanId;
    parents[at] = isRoot ? NO_PARENT : (indexes.get(parentSpanId) ?? NO_PARENT);
  });
  cutCycles(parents);
  return parents;
}

/** A walk upwards ends at a root, at a span that an earlier walk visited, or in a cycle. */
function cutCycles(parents: Int32Array): void {
  /** The number of the walk that visited the span; 0 if none did. */
  const visitedBy = new Int32Array(parents.length);
  for (let start = 0; start < parents.length; start++) {
    let at = start;
    while (at !== NO_PARENT && visitedBy[at] === 0) {
      visitedBy[at] = start + 1;
      at = parents[at] ?? NO_PARENT;
    }
    if (at !== NO_PARENT && visitedBy[at] === start + 1) parents[firstOfCycle(parents, at)] = NO_PARENT;
  }
}

function firstOfCycle(parents: Int32Array, entry: number): number {
  let first = entry;
  for (let at = parents[entry] ?? entry; at !== entry; at = parents[at] ?? entry) first = Math.min(first, at);
  return first;
}
