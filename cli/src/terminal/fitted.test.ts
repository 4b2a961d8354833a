import { describe, expect, it } from 'vitest';
import { widthOf } from './columns.ts';
import { fittedTable, type TextColumn } from './fitted.ts';
import { screenWidth, UNCUT } from './screen.ts';

interface Row {
  name: string;
  note: string | null;
  size: number;
}

const COLUMNS: readonly TextColumn<Row>[] = [
  { head: 'NAME', of: ({ name }) => name, cut: 1 },
  { head: 'SIZE', of: ({ size }) => String(size), figure: true, drop: 1 },
  { head: 'NOTE', of: ({ note }) => note, cut: 2, drop: 2 },
];
const ROWS: Row[] = [
  { name: 'a'.repeat(20), note: '東'.repeat(10), size: 1 },
  { name: 'b\u001B[2J', note: null, size: 1_000_000 },
];

const lines = (width?: number) => fittedTable(COLUMNS, ROWS, width).split('\n');

describe('a table', () => {
  it('has its full width if there is room, and no commands to the terminal', () => {
    expect(lines(UNCUT)).toEqual([
      'NAME                     SIZE  NOTE',
      `${'a'.repeat(20)}        1  ${'東'.repeat(10)}`,
      'b                     1000000  -',
    ]);
  });

  it('cuts the column that gives way first, then the next one', () => {
    expect(lines(44)[1]).toBe(`${'a'.repeat(20)}        1  ${'東'.repeat(6)}…`);
    expect(lines(30)[1]).toBe('aaaaaaaaaa…        1  東東東…');
  });

  it('leaves columns out rather than cut figures, and keeps the last ones', () => {
    expect(lines(26)[0]).toBe('NAME                  SIZE');
    expect(lines(14)).toEqual(['NAME', 'aaaaaaaaaaaaa…', 'b']);
    expect(lines(4)[1]).toBe('aaaaaaa…');
  });

  it.each([20, 25, 33, 40, 60])('of %i columns is not wider', (width) => {
    expect(Math.max(...lines(width).map(widthOf))).toBeLessThanOrEqual(width);
  });
});

it('COLUMNS comes before the terminal, and a pipe has no width', () => {
  const terminal = { isTTY: true, columns: 120 };
  expect(screenWidth(terminal, {})).toBe(120);
  expect(screenWidth({ isTTY: true, columns: 0 }, {})).toBe(80);
  expect(screenWidth({ isTTY: true, columns: 5 }, {})).toBe(20);
  expect(screenWidth(terminal, { COLUMNS: '40' })).toBe(40);
  expect(screenWidth({}, { COLUMNS: '40' })).toBe(40);
  for (const COLUMNS of ['', '0', 'wide']) expect(screenWidth({}, { COLUMNS })).toBe(UNCUT);
});
