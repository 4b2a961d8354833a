// The labels of a time axis.
import type { Format } from '#i18n';
import { lengthOf, type WindowStep, type TimeWindow } from '#lib/time-window';
import type { Scope } from './scope.ts';

const TWO_DAYS_MS = 2 * 86_400_000;

const dayOf = (time: string): string => new Date(time).toDateString();

/** Days by date. Hours and minutes by the clock; over several days by the date, where a day begins. */
export function timeLabels(
  steps: readonly Pick<WindowStep, 'startTime'>[],
  { isDaily, window }: { isDaily: boolean; window: TimeWindow },
  format: Format,
): string[] {
  const manyDays = lengthOf(window) > TWO_DAYS_MS;
  return steps.map(({ startTime }, at) => {
    const before = steps[at - 1];
    const begins = before !== undefined && dayOf(before.startTime) !== dayOf(startTime);
    const date = isDaily || (manyDays && begins);
    return date ? format.time(startTime, 'day') : manyDays ? '' : format.time(startTime, 'clock');
  });
}

export function pointsOf({ steps, grid, window }: Scope, format: Format) {
  const isDaily = grid.axis === 'day';
  const labels = timeLabels(steps, { isDaily, window }, format);
  return steps.map(({ startTime }, at) => ({
    short: labels[at] ?? '',
    long: format.time(startTime, isDaily ? 'day' : 'short'),
  }));
}
