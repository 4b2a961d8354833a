import { describe, expect, it } from 'vitest';
import { gridOf, windowSteps } from '#lib/time-window';
import { barsOf } from './volume-bars.ts';

const window = { startTime: '2026-11-08T12:30:00.000Z', endTime: '2026-11-15T12:30:00.000Z' };

describe('the bars above the list', () => {
  it('have the calls and errors of their steps; a step in two responses is the sum of both', () => {
    const hours = { axis: 'hour', every: 1 } as const;
    const steps = windowSteps({ ...window, startTime: '2026-11-15T10:00:00.000Z' }, hours);
    const bars = barsOf(steps, [
      { groups: [{ key: '2026-11-15T11:00Z', count: 4, value: 0.25 }] },
      { groups: [{ key: '2026-11-15T11:00Z', count: 3, value: 1 / 3 }] },
    ]);
    expect(bars.map(({ calls, errors }) => [calls, errors])).toEqual([
      [0, 0],
      [7, 2],
      [0, 0],
    ]);
    expect(bars[1]).toMatchObject({
      startTime: '2026-11-15T11:00:00.000Z',
      endTime: '2026-11-15T12:00:00.000Z',
    });
  });

  it('are about sixty, without gaps, and lose no call', () => {
    const steps = windowSteps(window, gridOf(window));
    const groups = steps.map(({ key }) => ({ key, count: 2, value: 0.5 }));
    const bars = barsOf(steps, [{ groups }]);
    expect(bars.length).toBeGreaterThan(50);
    expect(bars.length).toBeLessThanOrEqual(61);
    expect(bars.reduce((sum, { calls }) => sum + calls, 0)).toBe(2 * bars.length);
    expect(bars.reduce((sum, { errors }) => sum + errors, 0)).toBe(bars.length);
    expect(bars.slice(1).map(({ startTime }) => startTime)).toEqual(
      bars.slice(0, -1).map(({ endTime }) => endTime),
    );
  });
});
