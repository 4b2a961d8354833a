import { expect, it } from 'vitest';
import { formatsIn } from '#lib/format';
import { gridOf } from '#lib/time-window';
import { pointsOf } from './points.ts';
import { boardScope } from './scope.ts';

const format = formatsIn('en');
const shorts = (hours: number) => {
  const window = {
    startTime: new Date(Date.UTC(2026, 10, 15, 9, 5) - hours * 3_600_000).toISOString(),
    endTime: '2026-11-15T09:05:00.000Z',
  };
  return pointsOf(boardScope(window, window, gridOf(window), {}), format).map(({ short }) => short);
};

it('a week is labelled once a day, where the day begins', () => {
  const labels = shorts(168).filter((label) => label !== '');
  expect(labels).toHaveLength(7);
  expect(new Set(labels).size).toBe(7);
});

it('a day is labelled by the clock, a month by dates', () => {
  for (const label of shorts(24)) expect(label).toMatch(/^\d\d:\d\d$/);
  for (const label of shorts(30 * 24)) expect(label).toMatch(/^[A-Z][a-z]{2} \d+$/);
});
