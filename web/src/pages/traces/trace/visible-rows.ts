// The visible rows: all spans except those below a collapsed one; with a filter, matches and their ancestors.
import type { Span } from './spans.ts';
import { NONE, fill, valueAt, type Tree } from './tree.ts';

export interface RowFilter {
  /** Case-insensitive; searched in name, type, model, error and ids. */
  text: string;
  show: 'all' | 'errors' | 'critical';
}

const matchesText = ({ name, type, id, spanId, error, call }: Span, sought: string): boolean =>
  [name, type, id, spanId, error, call?.model, call?.provider].some((text) =>
    text?.toLowerCase().includes(sought),
  );

export const isFiltered = ({ text, show }: RowFilter): boolean => text.trim() !== '' || show !== 'all';

/** 1 for a match; null without a filter. */
export function matchRows({ nodes }: Tree, filter: RowFilter, onPath: Uint8Array): Uint8Array | null {
  if (!isFiltered(filter)) return null;
  const sought = filter.text.trim().toLowerCase();
  return fill(new Uint8Array(nodes.length), (at) => {
    const node = nodes[at];
    if (!node) return 0;
    if (filter.show === 'errors' && node.error === null) return 0;
    if (filter.show === 'critical' && onPath[at] !== 1) return 0;
    return sought === '' || matchesText(node, sought) ? 1 : 0;
  });
}

export function visibleRows(
  { nodes, parent, after }: Tree,
  closed: ReadonlySet<number>,
  matches: Uint8Array | null,
): Int32Array {
  const kept = matches?.slice();
  if (kept) {
    for (let at = nodes.length - 1; at >= 0; at--) {
      const above = valueAt(parent, at);
      if (kept[at] === 1 && above !== NONE) kept[above] = 1;
    }
  }
  const rows = new Int32Array(nodes.length);
  let count = 0;
  for (let at = 0; at < nodes.length;) {
    const shown = !kept || kept[at] === 1;
    if (shown) rows[count++] = at;
    at = !shown || closed.has(at) ? valueAt(after, at) : at + 1;
  }
  return rows.slice(0, count);
}
