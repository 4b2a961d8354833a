// Comma-separated lines as in RFC 4180, which spreadsheets can open without running formulas.

export type CsvCell = string | number | boolean | null;

/** Spreadsheet programs read UTF-8 only after this mark. */
export const BYTE_ORDER_MARK = '\uFEFF';

const NEEDS_QUOTES = /[",;\t\r\n]/;

/** Texts that a spreadsheet takes for a formula at the start of a cell, or that it trims to one. */
const FORMULA = /^(?:[\t\r]|\s*[=+\-@＝＋－＠])/;

/**
 * If the system's list separator is a semicolon or a tab, a cell can also start in the middle of ours, with
 * or without quotes.
 */
const INNER_FORMULA = /(?<=[;\t\r\n]["'\s]*)[=+\-@＝＋－＠]/g;

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const begun = FORMULA.test(cell) ? `'${cell}` : cell;
  if (!NEEDS_QUOTES.test(begun)) return begun;
  return `"${begun.replace(INNER_FORMULA, "'$&").replaceAll('"', '""')}"`;
}

/** Includes the line end. A text that a spreadsheet could run gets an apostrophe; numbers stay unchanged. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
