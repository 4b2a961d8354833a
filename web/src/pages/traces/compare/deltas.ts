// How much a figure of B differs from that of A.
import type { ComparisonData } from './types.ts';

type Totals = ComparisonData['totals']['a'];

export const FIGURES = ['spans', 'calls', 'errors', 'durationMs', 'totalTokens', 'costUsd'] as const;
export type FigureName = (typeof FIGURES)[number];

interface Delta {
  by: number;
  /** Null if A is 0. */
  percent: number | null;
}

export function deltaOf(a: Totals, b: Totals, name: FigureName): Delta {
  const by = b[name] - a[name];
  return { by, percent: a[name] === 0 ? null : (by / a[name]) * 100 };
}
