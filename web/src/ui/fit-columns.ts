// Which columns a table has room for. A list that scrolls sideways hides what users look for, so columns are
// dropped instead.
interface Fitting {
  width: string;
  yields?: number;
}

/** The least width of a grid track: `120px` and `minmax(120px, 1fr)` need 120. */
export const leastWidth = (track: string): number => Number(/(\d+(?:\.\d+)?)px/.exec(track)?.[1] ?? 0);

/** Columns with the lowest `yields` go first; those without it stay, and the table then scrolls. */
export function fitColumns<Column extends Fitting>(
  columns: readonly Column[],
  width: number,
): readonly Column[] {
  // Not measured yet.
  if (width === 0) return columns;
  let needed = columns.reduce((sum, column) => sum + leastWidth(column.width), 0);
  const gone = new Set<Column>();
  const giving = columns
    .filter(({ yields }) => yields !== undefined)
    .toSorted((a, b) => (a.yields ?? 0) - (b.yields ?? 0));
  for (const column of giving) {
    if (needed <= width) break;
    gone.add(column);
    needed -= leastWidth(column.width);
  }
  return gone.size === 0 ? columns : columns.filter((column) => !gone.has(column));
}
