// Tables that fit into a terminal: wide columns are cut, and figures never are.
import { cut, plain, widthOf } from './columns.ts';
import { table } from './output.ts';

const NARROWEST = 80;
const SHORTEST = 8;
const GAP = 2;

export interface Column<T> {
  head: string;
  of: (row: T) => string | null;
  /** Right-aligned. */
  figure?: boolean;
  /** It gives way if the table is too wide; columns with the higher number give way first. */
  cut?: 1 | 2 | 3;
}

/** The width of the terminal, or 80 columns for a file or a pipe. */
export const screenWidth = (): number => Math.max(NARROWEST, process.stdout.columns ?? NARROWEST);

export function fitted<T>(columns: readonly Column<T>[], rows: readonly T[], width = screenWidth()): string {
  const cells = rows.map((row) =>
    columns.map(({ of, cut: order }) => {
      const text = of(row);
      // Only text that comes from users is cut, so only that can hold commands to the terminal.
      return text === null || text === '' ? '-' : order === undefined ? text : plain(text) || '-';
    }),
  );
  const widths = columns.map(({ head }, at) =>
    Math.max(widthOf(head), ...cells.map((row) => widthOf(row[at] ?? ''))),
  );
  narrow(columns, widths, width);
  return table(
    columns.map(({ head }) => head),
    cells.map((row) =>
      row.map((cell, at) => (columns[at]?.cut === undefined ? cell : cut(cell, widths[at] ?? 0))),
    ),
    columns.flatMap(({ figure }, at) => (figure === true ? [at] : [])),
  );
}

function narrow<T>(columns: readonly Column<T>[], widths: number[], width: number): void {
  let over = widths.reduce((sum, each) => sum + each, GAP * (columns.length - 1)) - width;
  const order = columns
    .map(({ cut: rank = 0, head }, at) => ({ rank, at, least: Math.max(SHORTEST, widthOf(head)) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank);
  for (const { at, least } of order) {
    const given = Math.min(Math.max(0, over), Math.max(0, (widths[at] ?? 0) - least));
    widths[at] = (widths[at] ?? 0) - given;
    over -= given;
  }
}
