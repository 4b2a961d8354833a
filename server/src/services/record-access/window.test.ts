import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from '#lib/clock';
import { offsetOf, windowOf } from './window.ts';

const now = Date.UTC(2026, 5, 15, 12);
const ago = (ms: number): string => isoTime(now - ms);

describe('the window of an aggregate', () => {
  it.each([
    [null, 30 * DAY_MS],
    ['day', 30 * DAY_MS],
    ['hour', 24 * HOUR_MS],
    ['minute', 60 * MINUTE_MS],
  ] as const)('by %s: defaults, and one end given', (axis, length) => {
    expect(windowOf({}, axis, now)).toEqual({ startMs: now - length, endMs: now + 1 });
    expect(windowOf({ endTime: ago(DAY_MS) }, axis, now)).toEqual({
      startMs: now - DAY_MS - length,
      endMs: now - DAY_MS,
    });
    expect(windowOf({ startTime: ago(1_000) }, axis, now)).toEqual({ startMs: now - 1_000, endMs: now + 1 });
  });

  it.each([
    ['day', 366 * DAY_MS],
    ['hour', 168 * HOUR_MS],
    ['minute', 60 * MINUTE_MS],
  ] as const)('by %s: the maximum length, and a millisecond more', (axis, longest) => {
    const endTime = ago(5_000);
    expect(windowOf({ startTime: ago(longest + 5_000), endTime }, axis, now).endMs).toBe(now - 5_000);
    expect(windowOf({ startTime: ago(longest) }, axis, now).startMs).toBe(now - longest);
    const tooLong = { reason: 'window_too_long', status: 400 };
    for (const times of [{ startTime: ago(longest + 5_001), endTime }, { startTime: ago(longest + 1) }]) {
      expect(() => windowOf(times, axis, now)).toThrow(expect.objectContaining(tooLong));
    }
  });

  it('without a time axis: any length', () => {
    const times = { startTime: '0001-01-01T00:00:00Z', endTime: '9999-12-31T23:59:59Z' };
    expect(windowOf(times, null, now).startMs).toBe(Date.parse(times.startTime));
  });

  it('ends after it starts', () => {
    const same = ago(1_000);
    expect(() => windowOf({ startTime: same, endTime: same }, null, now)).toThrow('endTime must be later');
    expect(() => windowOf({ startTime: isoTime(now + 1) }, null, now)).toThrow('in the future');
    expect(windowOf({ startTime: isoTime(now) }, null, now)).toEqual({ startMs: now, endMs: now + 1 });
  });

  it('an offset is allowed only with days', () => {
    expect(offsetOf(undefined, 'hour')).toBe(0);
    expect(offsetOf(-840, 'day')).toBe(-840);
    for (const axis of ['hour', 'minute', 'model', null]) {
      expect(() => offsetOf(540, axis)).toThrow('requires groupBy "day"');
    }
  });
});
