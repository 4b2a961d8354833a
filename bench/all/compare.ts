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
  /** A rate, as it would be on the machine of the targets. */
  atTargetSpeed: number | null;
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

/** Null if the run did not measure how fast the machine was. */
function atTargetSpeed({ figure, speed }: Row, figures: Figures): number | null {
  const value = figures[figure];
  const measured = speed === undefined ? undefined : figures[speed];
  return value === undefined || measured === undefined ? null : value / measured;
}

/** Compares rates at the same speed of the machine, if it is known for both. */
function changeSince(row: Row, figures: Figures, last: Figures): number | null {
  const [now, before] = [figures[row.figure], last[row.figure]];
  if (now === undefined || before === undefined) return null;
  const [nowAtSpeed, beforeAtSpeed] = [atTargetSpeed(row, figures), atTargetSpeed(row, last)];
  return nowAtSpeed === null || beforeAtSpeed === null
    ? worseBy(row.better, now, before)
    : worseBy(row.better, nowAtSpeed, beforeAtSpeed);
}

/** Leaves out rows that were not measured. */
export const judge = (table: readonly Row[], figures: Figures, last: Figures | null): Judged[] =>
  table.flatMap((row) => {
    const value = figures[row.figure];
    if (value === undefined || !Number.isFinite(value)) return [];
    return [
      {
        row,
        value,
        last: last?.[row.figure] ?? null,
        worseBy: last === null ? null : changeSince(row, figures, last),
        standing: standing(row, value),
        toBare: row.toBare === undefined ? null : (figures[row.toBare] ?? null),
        atTargetSpeed: atTargetSpeed(row, figures),
      },
    ];
  });
