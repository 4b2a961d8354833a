import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { windowUntilNow } from './time-window.ts';
import { atEachStep } from './use-now.ts';

const MINUTE_MS = 60_000;

describe('the clock of the pages', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('ticks when a minute begins, whenever the page was opened', () => {
    vi.setSystemTime('2026-11-15T12:34:40Z');
    const steps: string[] = [];
    const stop = atEachStep(MINUTE_MS, (now) => steps.push(new Date(now).toISOString()));
    vi.advanceTimersByTime(19_999);
    expect(steps).toEqual([]);
    vi.advanceTimersByTime(1 + MINUTE_MS);
    expect(steps).toEqual(['2026-11-15T12:35:00.000Z', '2026-11-15T12:36:00.000Z']);
    stop();
    vi.advanceTimersByTime(2 * MINUTE_MS);
    expect(steps).toHaveLength(2);
  });
});

describe('a preset window', () => {
  it.each(['12:34:00.000', '12:34:00.001', '12:34:59.999'])('contains a call of this moment: %s', (time) => {
    const now = Date.parse(`2026-11-15T${time}Z`);
    const startOfMinute = Date.parse('2026-11-15T12:34:00Z');
    const { startTime, endTime } = windowUntilNow({ preset: '24h' }, startOfMinute);
    expect(Date.parse(startTime)).toBeLessThan(now);
    expect(Date.parse(endTime)).toBeGreaterThan(now);
  });

  it('leaves a chosen window as it is', () => {
    const chosen = { from: '2026-11-15T12:00:00.000Z', to: '2026-11-15T12:34:00.000Z' };
    expect(windowUntilNow(chosen, Date.parse(chosen.to))).toEqual({
      startTime: chosen.from,
      endTime: chosen.to,
    });
  });
});
