// The visible rows: all spans except those below a collapsed one or inside a closed fold; with a filter,
// matches and their ancestors. A row is the index of a span, or the bitwise complement (`~`) of the first
// span of a fold. Siblings come by their start or by their duration; the slowest spans are a flat list.
import { slowestOf } from '../trace/self-time.ts';
import type { Span } from '../trace/spans.ts';
import { NONE, fill, valueAt, type Tree } from '../trace/tree.ts';
import type { Folds } from './folds.ts';

export interface RowFilter {
  /** Case-insensitive; searched in name, type, model, error and ids. */
  text: string;
  show: 'all' | 'errors' | 'critical' | 'slowest';
}

/** `slowest` has no levels: it is in the order of the time that each span took itself. */
export type RowOrder = 'start' | 'duration' | 'slowest';

const matchesText = ({ name, type, id, spanId, error, call }: Span, sought: string): boolean =>
  [name, type, id, spanId, error, call?.model, call?.provider].some((text) =>
    text?.toLowerCase().includes(sought),
  );

export const isFiltered = ({ text, show }: RowFilter): boolean => text.trim() !== '' || show !== 'all';

/** 1 for a match; null without a filter. */
export function matchRows(
  { nodes }: Tree,
  filter: RowFilter,
  onPath: Uint8Array,
  self: Float64Array,
): Uint8Array | null {
  if (!isFiltered(filter)) return null;
  const sought = filter.text.trim().toLowerCase();
  if (filter.show === 'slowest') {
    const isSought = (at: number) => sought === '' || matchesText(nodes[at] as Span, sought);
    const slowest = new Uint8Array(nodes.length);
    for (const at of slowestOf(self, isSought)) slowest[at] = 1;
    return slowest;
  }
  return fill(new Uint8Array(nodes.length), (at) => {
    const node = nodes[at];
    if (!node) return 0;
    if (filter.show === 'errors' && node.error === null) return 0;
    if (filter.show === 'critical' && onPath[at] !== 1) return 0;
    return sought === '' || matchesText(node, sought) ? 1 : 0;
  });
}

export const isFoldRow = (row: number): boolean => row < 0;
export const spanOfRow = (row: number): number => (row < 0 ? ~row : row);
export const foldRowOf = (first: number): number => ~first;

interface Opened {
  /** Spans whose descendants are hidden. */
  closed: ReadonlySet<number>;
  /** Folds whose spans are shown, by their first span. */
  unfolded: ReadonlySet<number>;
}

/** Folds apply only without a filter, because every match must be seen. */
export function visibleRows(
  { nodes, parent, after }: Tree,
  { by }: Pick<Folds, 'by'>,
  { closed, unfolded }: Opened,
  matches: Uint8Array | null,
  longestFirst = false,
): Int32Array {
  const kept = matches?.slice();
  if (kept) {
    for (let at = nodes.length - 1; at >= 0; at--) {
      const above = valueAt(parent, at);
      if (kept[at] === 1 && above !== NONE) kept[above] = 1;
    }
  }
  if (longestFirst) return byDuration({ nodes, after }, closed, kept);
  const rows = new Int32Array(nodes.length + by.size);
  let count = 0;
  for (let at = 0; at < nodes.length;) {
    const fold = kept ? undefined : by.get(at);
    if (fold) {
      rows[count++] = foldRowOf(at);
      if (!unfolded.has(at)) {
        at = fold.end;
        continue;
      }
    }
    const shown = !kept || kept[at] === 1;
    if (shown) rows[count++] = at;
    at = !shown || closed.has(at) ? valueAt(after, at) : at + 1;
  }
  return rows.slice(0, count);
}

/** Siblings by their duration. Nothing is folded, because a fold would hide the longest of its spans. */
function byDuration(
  { nodes, after }: Pick<Tree, 'nodes' | 'after'>,
  closed: ReadonlySet<number>,
  kept: Uint8Array | undefined,
): Int32Array {
  const siblings = (begin: number, end: number): number[] => {
    const found: number[] = [];
    for (let at = begin; at < end; at = valueAt(after, at)) if (!kept || kept[at] === 1) found.push(at);
    // The last one is taken first.
    return found.sort((a, b) => (nodes[a]?.durationMs ?? 0) - (nodes[b]?.durationMs ?? 0) || b - a);
  };
  const rows: number[] = [];
  const left = siblings(0, nodes.length);
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    rows.push(at);
    if (closed.has(at)) continue;
    for (const child of siblings(at + 1, valueAt(after, at))) left.push(child);
  }
  return Int32Array.from(rows);
}

/** The place of a row where rows are not in the order of the trace; else of the nearest one above it that is visible. */
export function placeAmong(rows: Int32Array, parent: Int32Array, row: number): number {
  for (let at = row; at !== NONE; at = valueAt(parent, spanOfRow(at))) {
    const place = rows.indexOf(at);
    if (place !== -1) return place;
  }
  return 0;
}

/** The place of a row, or of the last visible row before it. */
export function visiblePlaceOf(rows: Int32Array, row: number): number {
  const at = spanOfRow(row);
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (spanOfRow(valueAt(rows, middle)) <= at) low = middle;
    else high = middle - 1;
  }
  // The row of an open fold is directly before its first span.
  return isFoldRow(row) && rows[low] === at && low > 0 && rows[low - 1] === row ? low - 1 : low;
}
