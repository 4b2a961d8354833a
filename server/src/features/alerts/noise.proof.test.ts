// How often templates fire falsely, and whether they detect real changes. proofs/alert-noise.ts makes the
// whole table.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '#lib/seeded-random';
import { DOUBLED, steady, tryOutGroups, tryOutRule } from './made-traffic.ts';
import { templateOf, type TemplateKey } from './templates.ts';

const RATES: readonly TemplateKey[] = [
  'error-rate',
  'outage',
  'unusual-errors',
  'unusual-cost',
  'unusual-latency',
  'slow-calls',
  'low-scores',
  'poor-feedback',
  'daily-cost',
];

describe.each(RATES)('%s', (key) => {
  it.each([20, 200])('is quiet at %d calls an hour and detects a real change', (callsPerHour) => {
    const size = callsPerHour === 20 ? { months: 3, changes: 12 } : { months: 1, changes: 4 };
    const { falseFirings, delays } = tryOutRule(
      templateOf(key),
      steady(callsPerHour),
      size,
      seededRandom(7 + callsPerHour),
    );
    expect(falseFirings).toBeLessThan(size.months);
    expect(delays.filter((delay) => delay !== null).length).toBeGreaterThanOrEqual(0.7 * size.changes);
  });
});

it.each([
  ['unusual-cost', 'cost'],
  ['unusual-cost', 'volume'],
  ['unusual-latency', 'latency'],
] as const)('%s sees twice the %s within two hours at 200 calls an hour', (key, change) => {
  const size = { months: 1, changes: 8, change: DOUBLED[change], withinMinutes: 120 };
  const { falseFirings, delays } = tryOutRule(templateOf(key), steady(200), size, seededRandom(31));
  expect(falseFirings).toBe(0);
  expect(delays.filter((delay) => delay !== null).length).toBeGreaterThanOrEqual(7);
});

it.each([5, 10, 20])('few scores do not cry wolf, and still show a drop to 0.6: %d a day', (scoresPerDay) => {
  const traffic = { ...steady(1), scoresPerDay };
  const size = { months: 12, changes: 40 };
  const { falseFirings, delays } = tryOutRule(
    templateOf('low-scores'),
    traffic,
    size,
    seededRandom(scoresPerDay),
  );
  // Below the threshold itself, 10 scores a day fired 3 times a month.
  expect(falseFirings).toBeLessThan(size.months);
  const found = delays.filter((delay) => delay !== null).length;
  expect(found).toBeGreaterThanOrEqual((scoresPerDay < 10 ? 0.4 : 0.85) * size.changes);
});

it('one failure among few calls does not fire: 20 calls an hour, windows of 15 minutes', () => {
  const rule = { alertType: 'error_rate', thresholdValue: 0.1, windowMinutes: 15 } as const;
  // It fired 350 times a month when any share of five calls was enough.
  expect(tryOutRule(rule, steady(20), { months: 3, changes: 0 }, seededRandom(3)).falseFirings).toBeLessThan(
    12,
  );
});

it.for([
  ['error-rate', 20],
  ['outage', 20],
  ['slow-calls', 20],
  ['unusual-errors', 20],
  ['user-cost', 20],
  ['tool-errors', 20],
  ['tool-errors', 2],
  ['error-rate', 2],
] as const)(
  '%s is quiet in thirty groups with %d calls an hour each',
  { timeout: 240_000 },
  ([key, callsPerHour]) => {
    const size = { groups: 30, months: 3, changes: 6 };
    const { falseFirings, delays } = tryOutGroups(
      templateOf(key),
      steady(callsPerHour),
      size,
      seededRandom(11),
    );
    // As if each group were alone, 2 calls an hour fired error-rate 20 times a month.
    expect(falseFirings).toBeLessThan(1);
    const found = delays.filter((delay) => delay !== null).length;
    expect(found).toBeGreaterThanOrEqual(callsPerHour === 20 ? 3 : 0);
  },
);
