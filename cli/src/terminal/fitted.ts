// Tables that fit the screen: wide columns are cut, and figures are left out rather than cut.
import { cut, plain, widthOf } from './columns.ts';
import { table } from './output.ts';
import { screenWidth } from './screen.ts';

const SHORTEST = 8;
const GAP = 2;

export interface TextColumn<T> {
  head: string;
  of: (row: T) => string | null;
  /** Right-aligned. */
  figure?: boolean;
  /** It gives way if the table is too wide; columns with the higher number give way first. */
  cut?: 1 | 2 | 3;
  /** As narrow as it may be cut. */
  least?: number;
  /** It is left out if the table is still too wide; columns with the higher number go first. */
  drop?: 1 | 2 | 3 | 4 | 5;
}

interface Sized<T> {
  column: TextColumn<T>;
  cells: string[];
  width: number;
  least: number;
}

export function fittedTable<T>(
  columns: readonly TextColumn<T>[],
  rows: readonly T[],
  width = screenWidth(),
): string {
  const shown = columns.map((column) => sized(column, rows));
  while (totalOf(shown.map(({ least }) => least)) > width) {
    const next = Math.max(0, ...shown.map(({ column }) => column.drop ?? 0));
    if (next === 0) break;
    shown.splice(
      shown.findIndex(({ column }) => column.drop === next),
      1,
    );
  }
  narrow(shown, width);
  return table(
    shown.map(({ column }) => column.head),
    rows.map((_, at) => shown.map(({ cells, width: most }) => cut(cells[at] ?? '', most))),
    shown.flatMap(({ column }, at) => (column.figure === true ? [at] : [])),
  );
}

function sized<T>(column: TextColumn<T>, rows: readonly T[]): Sized<T> {
  const { head, of, cut: order, least: shortest = SHORTEST } = column;
  const cells = rows.map((row) => {
    const text = of(row);
    // Only text that comes from users is cut, so only that can hold commands to the terminal.
    return text === null || text === '' ? '-' : order === undefined ? text : plain(text) || '-';
  });
  const width = cells.reduce((most, cell) => Math.max(most, widthOf(cell)), widthOf(head));
  const least = order === undefined ? width : Math.min(width, Math.max(shortest, widthOf(head)));
  return { column, cells, width, least };
}

const totalOf = (widths: readonly number[]): number =>
  widths.reduce((sum, each) => sum + each, GAP * (widths.length - 1));

function narrow<T>(shown: readonly Sized<T>[], width: number): void {
  let over = totalOf(shown.map((each) => each.width)) - width;
  for (const each of shown.toSorted((a, b) => (b.column.cut ?? 0) - (a.column.cut ?? 0))) {
    const given = Math.min(Math.max(0, over), each.width - each.least);
    each.width -= given;
    over -= given;
  }
}
