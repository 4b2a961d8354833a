// Compares a figure with its targets and with the last result.
import type { Figures } from '../lib/figures.ts';
import type { Row } from './table.ts';

export interface Judged {
  row: Row;
  value: number;
  last: number | null;
  /** How much worse it is than the last result, as a fraction of it; negative if it is better. */
  worseBy: number | null;
  standing: 'goal' | 'must' | 'missed' | 'measured';
  toBare: number | null;
}

/** A larger change than the difference between near-equal runs. */
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

/** Leaves out rows that were not measured. */
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
