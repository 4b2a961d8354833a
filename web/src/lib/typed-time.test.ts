import { describe, expect, it } from 'vitest';
import { firstDayOf, readTyped, typedDay, typedTime, weeksOf } from './typed-time.ts';

describe('a time in a field', () => {
  it('is read as it is written', () => {
    const at = new Date(2026, 10, 6, 9, 5);
    expect(typedTime(at)).toBe('2026-11-06 09:05');
    expect(readTyped('2026-11-06 09:05')).toEqual(at);
    expect(readTyped('2026-11-06T09:05')).toEqual(at);
    expect(readTyped(' 2026/11/6  9:05 ')).toEqual(at);
    expect(readTyped('2026-11-06')).toEqual(new Date(2026, 10, 6));
  });

  it.each([
    '',
    'yesterday',
    '2026-11-31',
    '2026-13-01',
    '2026-11-06 24:00',
    '2026-11-06 09:60',
    '06-11-2026',
  ])('%j is not a time', (text) => expect(readTyped(text)).toBeNull());
});

describe('a month', () => {
  it('has whole weeks from Sunday or from Monday', () => {
    const days = (firstDay: number) => weeksOf(2026, 10, firstDay).map((week) => week.map(typedDay));
    expect(days(0).map((week) => week[0])).toEqual([
      '2026-11-01',
      '2026-11-08',
      '2026-11-15',
      '2026-11-22',
      '2026-11-29',
    ]);
    expect(days(1)[0]).toEqual([
      '2026-10-26',
      '2026-10-27',
      '2026-10-28',
      '2026-10-29',
      '2026-10-30',
      '2026-10-31',
      '2026-11-01',
    ]);
    expect(days(1)).toHaveLength(6);
    expect(weeksOf(2027, 1, 1)).toHaveLength(4);
  });

  it('starts where the locale says', () => {
    expect([firstDayOf('en-US'), firstDayOf('de-DE'), firstDayOf('ja-JP')]).toEqual([0, 1, 0]);
  });
});
