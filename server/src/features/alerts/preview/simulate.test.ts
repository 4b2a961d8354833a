import { array, assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from '#lib/clock';
import { NO_SCORES, type Measured } from '../evaluate.ts';
import { simulateRule } from './simulate.ts';
import { Tiles } from './tiles.ts';

const END = Date.UTC(2026, 5, 15, 12);

const costs =
  (costOf: (ms: number) => number) =>
  (ms: number): Measured => ({
    window: { calls: 1, errors: 0, costUsd: costOf(ms), latencyMs: null },
  });

const ofAll = (measuredAt: (ms: number) => Measured) => ({
  groups: [{ group: null, measuredAt }],
  isAlone: false,
  hasGroups: false,
});

describe('a simulated rule', () => {
  const rule = { alertType: 'cost_threshold', thresholdValue: 5, windowMinutes: 60 } as const;

  it('shows for each hour the value nearest to firing, and each firing at its own time', async () => {
    const peak = END - 90 * MINUTE_MS;
    const { points, firings, evaluatedEveryMinutes } = await simulateRule(rule, {
      startMs: END - 3 * HOUR_MS,
      endMs: END,
      stepMs: 15 * MINUTE_MS,
      ...ofAll(costs((ms) => (ms === peak ? 7 : 1))),
    });
    expect(evaluatedEveryMinutes).toBe(15);
    expect(points).toEqual([
      { at: isoTime(END - 2 * HOUR_MS), value: 1, holds: false, fired: false },
      { at: isoTime(END - HOUR_MS), value: 7, holds: true, fired: true },
      { at: isoTime(END), value: 1, holds: false, fired: false },
    ]);
    expect(firings).toEqual([{ triggeredAt: isoTime(peak), observedValue: 7 }]);
  });

  it('has at most 400 points for fourteen days and fires hourly while it holds', async () => {
    const trial = { startMs: END - 14 * DAY_MS, endMs: END, stepMs: MINUTE_MS, ...ofAll(costs(() => 9)) };
    const { points, firings } = await simulateRule(rule, trial);
    expect([points.length, firings.length]).toEqual([336, 336]);
  });

  it('takes the lowest score of an hour', async () => {
    const { points } = await simulateRule(
      { alertType: 'eval_score', thresholdValue: 3, windowMinutes: 60 },
      {
        startMs: END - HOUR_MS,
        endMs: END,
        stepMs: 30 * MINUTE_MS,
        ...ofAll((ms) => ({
          window: { calls: 0, errors: 0, costUsd: 0, latencyMs: null },
          scores: ms === END ? NO_SCORES : { ...NO_SCORES, count: 5, mean: 2, normalizedMean: 0.25 },
        })),
      },
    );
    expect(points.map(({ value, holds }) => [value, holds])).toEqual([[2, true]]);
  });
});

it('the sum of a range equals the sum of its steps', () => {
  assert(
    property(
      array(integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 40 }),
      integer({ min: -5, max: 45 }),
      integer({ min: 0, max: 50 }),
      (values, from, length) => {
        const tiles = new Tiles(END, 60_000, values.length, (tile) => (values[tile] ?? 0) / 1_000);
        const plain = values
          .filter((_, tile) => tile >= from && tile < from + length)
          .reduce((a, b) => a + b, 0);
        expect(tiles.between(END + from * 60_000, END + (from + length) * 60_000)).toBeCloseTo(
          plain / 1_000,
          9,
        );
      },
    ),
  );
});
