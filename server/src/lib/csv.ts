// Comma-separated lines as RFC 4180 has them, and as spreadsheets can open them without running what is inside.

export type CsvCell = string | number | boolean | null;

/** Spreadsheet programs read UTF-8 only after this mark. */
export const BYTE_ORDER_MARK = '\uFEFF';

const NEEDS_QUOTES = /[",;\t\r\n]/;

/** What a spreadsheet takes for a formula at the beginning of a cell, or strips on the way to one. */
const FORMULA = /^(?:[\t\r]|\s*[=+\-@＝＋－＠])/;

/** Where the list separator of the system is a semicolon or a tab, a cell can also begin in the middle of ours. */
const INNER_FORMULA = /(?<=[;\t\r\n]\s*)[=+\-@＝＋－＠]/g;

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const begun = FORMULA.test(cell) ? `'${cell}` : cell;
  if (!NEEDS_QUOTES.test(begun)) return begun;
  return `"${begun.replace(INNER_FORMULA, "'$&").replaceAll('"', '""')}"`;
}

/** With its line end. A text that a spreadsheet could run gets an apostrophe before the sign; numbers stay as they are. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
