// The critical path: walks backwards from the end of the trace and always follows the span that ended last.
// Speeding up any other span would not have shortened the trace.
import { NONE, type Tree } from './tree.ts';

export interface Segment {
  from: number;
  to: number;
}

export interface CriticalPath {
  /** By span index: when the trace waited for the span itself and not for one of its children. */
  segments: ReadonlyMap<number, readonly Segment[]>;
  /** 1 if the span or a descendant is on the path. */
  on: Uint8Array;
}

/** Starts are whole milliseconds but durations are not, so consecutive spans may seem to overlap slightly. */
const ROUNDING_MS = 1;

export function findCriticalPath(tree: Tree): CriticalPath {
  const { nodes, from, to, parent } = tree;
  const ends = lastEnds(tree);
  const segments = new Map<number, Segment[]>();
  const on = new Uint8Array(nodes.length);
  const keep = (at: number, segment: Segment) => {
    if (at === NONE || segment.to <= segment.from) return;
    const list = segments.get(at);
    if (list) list.push(segment);
    else segments.set(at, [segment]);
  };

  const stack = [{ at: NONE, until: tree.totalMs }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { at, until } = next;
    const begin = at === NONE ? 0 : (from[at] ?? 0);
    let cursor = until;
    for (const child of childrenByEnd(tree, ends, at)) {
      if (cursor <= begin) break;
      const start = from[child] ?? 0;
      // It started later, or ran in parallel to the span on the path.
      if (start >= cursor) continue;
      if (cursor < until && (to[child] ?? 0) > cursor + ROUNDING_MS) continue;
      const end = Math.min(ends[child] ?? 0, cursor);
      keep(at, { from: end, to: cursor });
      stack.push({ at: child, until: end });
      cursor = start;
    }
    keep(at, { from: begin, to: cursor });
    if (at !== NONE) on[at] = 1;
  }
  // Collected backwards, so reverse.
  for (const list of segments.values()) list.reverse();
  for (let at = nodes.length - 1; at >= 0; at--) {
    const above = parent[at] ?? NONE;
    if (on[at] === 1 && above !== NONE) on[above] = 1;
  }
  return { segments, on };
}

/** The latest end of a span and its descendants, because a child may outlast its parent. */
function lastEnds({ nodes, to, parent }: Tree): Float64Array {
  const ends = to.slice();
  for (let at = nodes.length - 1; at >= 0; at--) {
    const above = parent[at] ?? NONE;
    if (above !== NONE) ends[above] = Math.max(ends[above] ?? 0, ends[at] ?? 0);
  }
  return ends;
}

/** The children of a span, or the roots, latest end first. Sorted lazily, only for visited spans. */
function childrenByEnd({ nodes, from, after }: Tree, ends: Float64Array, at: number): number[] {
  const children: number[] = [];
  const behind = at === NONE ? nodes.length : (after[at] ?? 0);
  for (let child = at + 1; child < behind; child = after[child] ?? behind) children.push(child);
  if (children.length < 2) return children;
  return children.sort((a, b) => (ends[b] ?? 0) - (ends[a] ?? 0) || (from[a] ?? 0) - (from[b] ?? 0));
}
