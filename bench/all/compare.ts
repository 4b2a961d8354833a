// What a figure says beside what it has to reach, and beside the last result.
import type { Figures } from '../lib/figures.ts';
import type { Row } from './table.ts';

export interface Judged {
  row: Row;
  value: number;
  last: number | null;
  /** By how much it got worse since the last result, as a part of it; below zero: better. */
  worseBy: number | null;
  standing: 'goal' | 'must' | 'missed' | 'measured';
  toBare: number | null;
}

/** So much worse is more than what near-equal runs differ by. */
const WORSE = 0.2;

export const isWorse = ({ worseBy }: Judged): boolean => worseBy !== null && worseBy >= WORSE - 1e-9;

export function worseBy(better: Row['better'], value: number, last: number): number {
  if (value === last) return 0;
  const [less, more] = better === 'lower' ? [last, value] : [value, last];
  return less === 0 ? Infinity : more / less - 1;
}

const reaches = ({ better }: Row, value: number, bound: number): boolean =>
  better === 'lower' ? value <= bound : value >= bound;

export function standing(row: Row, value: number): Judged['standing'] {
  if (row.goal !== undefined && reaches(row, value, row.goal)) return 'goal';
  if (row.must === undefined) return 'measured';
  return reaches(row, value, row.must) ? 'must' : 'missed';
}

/** For the rows that were measured. */
export const judge = (table: readonly Row[], figures: Figures, last: Figures | null): Judged[] =>
  table.flatMap((row) => {
    const value = figures[row.figure];
    if (value === undefined || !Number.isFinite(value)) return [];
    const before = last?.[row.figure] ?? null;
    return [
      {
        row,
        value,
        last: before,
        worseBy: before === null ? null : worseBy(row.better, value, before),
        standing: standing(row, value),
        toBare: row.toBare === undefined ? null : (figures[row.toBare] ?? null),
      },
    ];
  });
