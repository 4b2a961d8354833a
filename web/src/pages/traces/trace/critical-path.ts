// The spans that the end of the trace waited for: walked backwards from the end, at every moment the one that ended last.
// Making anything else faster would not have made the trace shorter.
import { NONE, type Tree } from './tree.ts';

export interface Segment {
  from: number;
  to: number;
}

export interface CriticalPath {
  /** By the place of the span: when the trace waited for this span itself, and for none of its children. */
  segments: ReadonlyMap<number, readonly Segment[]>;
  /** 1: the span, or one under it, is on the path. */
  on: Uint8Array;
}

/** Starts are whole milliseconds and durations are not, so spans that follow each other may seem to overlap a little. */
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
      // It began later, or ran beside the one that was waited for.
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
  // The walk went backwards.
  for (const list of segments.values()) list.reverse();
  for (let at = nodes.length - 1; at >= 0; at--) {
    const above = parent[at] ?? NONE;
    if (on[at] === 1 && above !== NONE) on[above] = 1;
  }
  return { segments, on };
}

/** When the last of a span and its descendants ended: what it started may outlast it. */
function lastEnds({ nodes, to, parent }: Tree): Float64Array {
  const ends = to.slice();
  for (let at = nodes.length - 1; at >= 0; at--) {
    const above = parent[at] ?? NONE;
    if (above !== NONE) ends[above] = Math.max(ends[above] ?? 0, ends[at] ?? 0);
  }
  return ends;
}

/** The children of a span, or the roots, those that ended last first. Only what the walk comes by is ever put in order. */
function childrenByEnd({ nodes, from, after }: Tree, ends: Float64Array, at: number): number[] {
  const children: number[] = [];
  const behind = at === NONE ? nodes.length : (after[at] ?? 0);
  for (let child = at + 1; child < behind; child = after[child] ?? behind) children.push(child);
  if (children.length < 2) return children;
  return children.sort((a, b) => (ends[b] ?? 0) - (ends[a] ?? 0) || (from[a] ?? 0) - (from[b] ?? 0));
}
