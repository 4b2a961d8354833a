// Comma-separated lines as RFC 4180 has them, and as spreadsheets can open them without running what is inside.

export type CsvCell = string | number | boolean | null;

/** Spreadsheet programs read UTF-8 only after this mark. */
export const BYTE_ORDER_MARK = '\uFEFF';

const NEEDS_QUOTES = /[",\r\n]/;

/** What a spreadsheet would take for a formula, or would strip on the way to one. */
const FORMULA: ReadonlySet<number> = new Set(
  ['=', '+', '-', '@', '\t', '\r'].map((sign) => sign.charCodeAt(0)),
);

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = FORMULA.has(cell.charCodeAt(0)) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** With its line end. Text that begins like a formula gets an apostrophe in front; numbers are never touched. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
