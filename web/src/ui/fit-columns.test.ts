import { describe, expect, it } from 'vitest';
import { fitColumns, leastWidth } from './fit-columns.ts';

const columns = [
  { id: 'name', width: 'minmax(140px, 1fr)' },
  { id: 'preview', width: 'minmax(220px, 3fr)' },
  { id: 'cost', width: '96px', yields: 3 },
  { id: 'spans', width: '62px', yields: 1 },
  { id: 'scores', width: 'minmax(128px, 1fr)', yields: 2 },
];
const idsAt = (width: number) => fitColumns(columns, width).map(({ id }) => id);

it('a track needs its least width', () => {
  expect(['96px', 'minmax(140px, 1fr)', '1fr', 'minmax(7.5px, 2fr)'].map(leastWidth)).toEqual([
    96, 140, 0, 7.5,
  ]);
});

describe('columns give way', () => {
  it('not at all where there is room, or before the width is known', () => {
    expect(fitColumns(columns, 646)).toBe(columns);
    expect(fitColumns(columns, 0)).toBe(columns);
  });

  it('one after the other, and only as many as needed', () => {
    expect(idsAt(645)).toEqual(['name', 'preview', 'cost', 'scores']);
    expect(idsAt(584)).toEqual(['name', 'preview', 'cost', 'scores']);
    expect(idsAt(583)).toEqual(['name', 'preview', 'cost']);
    expect(idsAt(400)).toEqual(['name', 'preview']);
  });

  it('but never those that say so', () => expect(idsAt(100)).toEqual(['name', 'preview']));
});
