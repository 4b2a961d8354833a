// Local days, including days with a clock change, compared with the calendar of the runtime.
import { describe, expect, it } from 'vitest';
import { windowSteps, stretchesOf, type TimeWindow } from './time-window.ts';

const DAY_MS = 86_400_000;

/** Minutes east of UTC, from the runtime's tables, independent of this machine's time zone. */
function offsetIn(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (time) => {
    const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? [];
    return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  };
}

const dateIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' });
  return (time: number | string) => format.format(new Date(time));
};

const window = (startTime: string, endTime: string): TimeWindow => ({
  startTime: new Date(startTime).toISOString(),
  endTime: new Date(endTime).toISOString(),
});

describe('stretches of equal offset', () => {
  it.each([
    ['Europe/Berlin', '2026-10-10T00:00Z', '2026-11-09T00:00Z', [120, 60], ['2026-10-25T01:00:00.000Z']],
    ['Europe/Berlin', '2026-03-15T00:00Z', '2026-04-14T00:00Z', [60, 120], ['2026-03-29T01:00:00.000Z']],
    [
      'America/New_York',
      '2026-10-15T00:00Z',
      '2026-11-14T00:00Z',
      [-240, -300],
      ['2026-11-01T06:00:00.000Z'],
    ],
    [
      'Australia/Lord_Howe',
      '2026-03-20T00:00Z',
      '2026-04-19T00:00Z',
      [660, 630],
      ['2026-04-04T15:00:00.000Z'],
    ],
    ['Asia/Tokyo', '2026-01-01T00:00Z', '2026-12-31T00:00Z', [540], []],
    [
      'Europe/Berlin',
      '2025-11-15T00:00Z',
      '2026-11-15T00:00Z',
      [60, 120, 60],
      ['2026-03-29T01:00:00.000Z', '2026-10-25T01:00:00.000Z'],
    ],
  ])('%s from %s to %s', (zone, start, end, offsets, changes) => {
    const asked = window(start, end);
    const stretches = stretchesOf(asked, offsetIn(zone));
    expect(stretches.map(({ offsetMinutes }) => offsetMinutes)).toEqual(offsets);
    expect(stretches.slice(1).map(({ startTime }) => startTime)).toEqual(changes);
    // No gap and no overlap.
    expect(stretches[0]?.startTime).toBe(asked.startTime);
    expect(stretches.at(-1)?.endTime).toBe(asked.endTime);
    expect(stretches.slice(0, -1).map(({ endTime }) => endTime)).toEqual(changes);
  });

  it('does not begin one where the window ends with the change', () => {
    const before = window('2026-10-01T00:00Z', '2026-10-25T01:00Z');
    expect(stretchesOf(before, offsetIn('Europe/Berlin'))).toEqual([{ ...before, offsetMinutes: 120 }]);
    const after = window('2026-10-25T01:00Z', '2026-11-01T00:00Z');
    expect(stretchesOf(after, offsetIn('Europe/Berlin'))).toEqual([{ ...after, offsetMinutes: 60 }]);
  });
});

describe('days', () => {
  const lengthOf = ({ startTime, endTime }: TimeWindow) =>
    (Date.parse(endTime) - Date.parse(startTime)) / 3_600_000;

  it.each([
    ['Europe/Berlin', '2026-10-25', 25, '2026-10-24T22:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', 23, '2026-03-28T23:00:00.000Z'],
    ['America/New_York', '2026-11-01', 25, '2026-11-01T04:00:00.000Z'],
    ['America/New_York', '2026-03-08', 23, '2026-03-08T05:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05', 24.5, '2026-04-04T13:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04', 23.5, '2026-10-03T13:30:00.000Z'],
    // The clock changes exactly at midnight, forward and back.
    ['America/Santiago', '2026-09-06', 23, '2026-09-06T04:00:00.000Z'],
    ['America/Havana', '2026-03-08', 23, '2026-03-08T05:00:00.000Z'],
    ['America/Santiago', '2026-04-04', 25, '2026-04-04T03:00:00.000Z'],
    ['Asia/Tokyo', '2026-03-29', 24, '2026-03-28T15:00:00.000Z'],
  ])('in %s, %s has %d hours', (zone, day, hours, begins) => {
    const noon = Date.parse(`${day}T12:00:00Z`);
    const asked = window(
      new Date(noon - 10 * DAY_MS).toISOString(),
      new Date(noon + 10 * DAY_MS).toISOString(),
    );
    const steps = windowSteps(asked, { axis: 'day', every: 1 }, offsetIn(zone));
    const step = steps.find(({ key }) => key === day);
    expect([step && lengthOf(step), step?.startTime]).toEqual([hours, begins]);
  });

  it.each([
    'Europe/Berlin',
    'America/New_York',
    'Asia/Tokyo',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'America/Santiago',
    'Africa/Casablanca',
    'Pacific/Apia',
    'UTC',
  ])('of a year in %s are those of the calendar, without a gap', (zone) => {
    const [asked, date] = [window('2025-11-15T09:17Z', '2026-11-15T09:17Z'), dateIn(zone)];
    const steps = windowSteps(asked, { axis: 'day', every: 1 }, offsetIn(zone));
    expect([steps[0]?.key, steps.at(-1)?.key]).toEqual([date(asked.startTime), date(asked.endTime)]);
    for (const step of steps) {
      const days = [-1, 0].map((ms) => date(Date.parse(step.startTime) + ms));
      expect(days[1]).toBe(step.key);
      expect(days[0]).not.toBe(step.key);
      expect(date(Date.parse(step.endTime) - 1)).toBe(step.key);
    }
    expect(steps.slice(1).map(({ startTime }) => startTime)).toEqual(
      steps.slice(0, -1).map(({ endTime }) => endTime),
    );
    expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length);
  });

  it('at the ends of the window are whole, also when the clock was changed that day outside of it', () => {
    const berlin = offsetIn('Europe/Berlin');
    const after = windowSteps(
      window('2026-03-29T12:00Z', '2026-04-20T12:00Z'),
      { axis: 'day', every: 1 },
      berlin,
    );
    expect(after[0]).toEqual({
      key: '2026-03-29',
      startTime: '2026-03-28T23:00:00.000Z',
      endTime: '2026-03-29T22:00:00.000Z',
    });
    const before = windowSteps(
      window('2026-10-10T00:00Z', '2026-10-24T23:00Z'),
      { axis: 'day', every: 1 },
      berlin,
    );
    expect(before.at(-1)).toEqual({
      key: '2026-10-25',
      startTime: '2026-10-24T22:00:00.000Z',
      endTime: '2026-10-25T23:00:00.000Z',
    });
  });
});
