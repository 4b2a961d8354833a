// Bars of a small chart, one for each step of a series.
import type { WindowStep, TimeWindow } from '#lib/time-window';

export interface Bar extends TimeWindow {
  calls: number;
  errors: number;
}

export interface CountedSteps {
  groups: readonly { key: string; count: number; value: number | null }[];
  total: { count: number };
}

/** The responses contain the error rate. A day with a clock change is in two of them. */
export function barsOf(
  steps: readonly WindowStep[],
  answers: readonly Pick<CountedSteps, 'groups'>[],
): Bar[] {
  const counts = new Map<string, { calls: number; errors: number }>();
  for (const { key, count, value } of answers.flatMap(({ groups }) => groups)) {
    const { calls, errors } = counts.get(key) ?? { calls: 0, errors: 0 };
    counts.set(key, { calls: calls + count, errors: errors + Math.round((value ?? 0) * count) });
  }
  return steps.map(({ key, startTime, endTime }) => ({
    startTime,
    endTime,
    ...(counts.get(key) ?? { calls: 0, errors: 0 }),
  }));
}
