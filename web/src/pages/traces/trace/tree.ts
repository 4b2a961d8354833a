// A trace as flat arrays in depth-first order. All computations of the page run over these arrays: a few
// passes for thirty thousand spans, without recursion.
import { buildSpanTree } from './span-tree.ts';
import type { Span } from './spans.ts';

export const NONE = -1;

/** Why a span is a root. */
export type RootCause = 'root' | 'missing-parent' | 'cycle';

interface Root {
  at: number;
  cause: RootCause;
}

export interface Tree {
  nodes: readonly Span[];
  parent: Int32Array;
  depth: Int32Array;
  /** The index after the last descendant. */
  after: Int32Array;
  /** Milliseconds since the start of the trace. */
  from: Float64Array;
  to: Float64Array;
  startMs: number;
  totalMs: number;
  roots: readonly Root[];
  /** The same, by index. */
  causes: ReadonlyMap<number, RootCause>;
}

/** A plain loop: `TypedArray.from` with a function uses an iterator and takes ten times as long. */
export function fill<List extends Float64Array | Int32Array | Uint8Array>(
  list: List,
  value: (at: number) => number,
): List {
  for (let at = 0; at < list.length; at++) list[at] = value(at);
  return list;
}

/** 0 outside of the array; all arrays here are as long as `nodes`. */
export const valueAt = (list: ArrayLike<number>, at: number): number => list[at] ?? 0;

/** From spans in any order, by their parent ids. */
export function layOutTree(spans: readonly Span[]): Tree {
  const { top, children } = buildSpanTree(spans);
  const nodes: Span[] = [];
  const parents: number[] = [];
  const depths: number[] = [];
  /** A stack with the remaining siblings of each level. */
  const open = [{ siblings: top, next: 0, parent: NONE }];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const place = level.siblings[level.next++];
    const span = place === undefined ? undefined : spans[place];
    if (place === undefined || span === undefined) {
      open.pop();
      continue;
    }
    const at = nodes.push(span) - 1;
    parents.push(level.parent);
    depths.push(open.length - 1);
    const under = children.get(place);
    if (under) open.push({ siblings: under, next: 0, parent: at });
  }
  const parent = Int32Array.from(parents);
  const roots = rootsOf(nodes, parent);
  return {
    nodes,
    parent,
    depth: Int32Array.from(depths),
    after: endsOf(parent),
    ...timesOf(nodes),
    roots,
    causes: new Map(roots.map(({ at, cause }) => [at, cause])),
  };
}

function endsOf(parent: Int32Array): Int32Array {
  const after = fill(new Int32Array(parent.length), (at) => at + 1);
  for (let at = parent.length - 1; at >= 0; at--) {
    const above = parent[at] ?? NONE;
    if (above !== NONE) after[above] = Math.max(after[above] ?? 0, after[at] ?? 0);
  }
  return after;
}

function timesOf(nodes: readonly Span[]) {
  const from = fill(new Float64Array(nodes.length), (at) => nodes[at]?.startMs ?? 0);
  let startMs = Number.POSITIVE_INFINITY;
  for (const one of from) startMs = Math.min(startMs, one);
  let totalMs = 0;
  const to = new Float64Array(nodes.length);
  nodes.forEach(({ durationMs }, at) => {
    const begin = (from[at] ?? 0) - startMs;
    from[at] = begin;
    to[at] = begin + durationMs;
    totalMs = Math.max(totalMs, begin + durationMs);
  });
  return { from, to, startMs, totalMs };
}

function rootsOf(nodes: readonly Span[], parent: Int32Array): Root[] {
  const known = new Set(nodes.map(({ spanId }) => spanId));
  const causeOf = ({ parentSpanId }: Span): RootCause => {
    if (parentSpanId === null) return 'root';
    return known.has(parentSpanId) ? 'cycle' : 'missing-parent';
  };
  const roots: Root[] = [];
  nodes.forEach((node, at) => {
    if (parent[at] === NONE) roots.push({ at, cause: causeOf(node) });
  });
  return roots;
}
