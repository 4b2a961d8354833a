import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatBytes,
  formatChange,
  formatCompact,
  formatCount,
  formatDuration,
  formatMoney,
  formatMonth,
  formatShare,
  formatTime,
  formatUtc,
  formatsIn,
  timeLocale,
} from './format.ts';

describe('money', () => {
  it.each([
    [0.012_345, '$0.0123'],
    [null, '–'],
    [Number.NaN, '–'],
  ])('%s reads %s', (value, shown) => expect(formatMoney(value, 'en')).toBe(shown));
});

describe('bytes', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1_000, '1 kB'],
    [1_234_567, '1.23 MB'],
    [32e9, '32 GB'],
    [5e18, '5,000,000 TB'],
    [null, '–'],
  ])('%s reads %s', (value, shown) => expect(formatBytes(value, 'en')).toBe(shown));
});

describe('durations', () => {
  it.each([
    [0, '0 ms'],
    [0.25, '0.25 ms'],
    [820, '820 ms'],
    [999.4, '999 ms'],
    [999.6, '1 s'],
    [1_240, '1.24 s'],
    [12_340, '12.3 s'],
    [59_949, '59.9 s'],
    [59_960, '1 min'],
    [125_000, '2 min 05 s'],
    [3_599_600, '1 h'],
    [3_720_000, '1 h 02 min'],
    [259_200_000, '3 d'],
    [null, '–'],
  ])('%s ms reads %s', (value, shown) => expect(formatDuration(value, 'en')).toBe(shown));

  it.each([
    [820, '820 ms'],
    [1_240, '1.24 秒'],
    [12_340, '12.3 秒'],
    [125_000, '2 分 05 秒'],
    [3_720_000, '1 時間 02 分'],
    [259_200_000, '3 日'],
  ])('%s ms reads %s in Japanese', (value, shown) => expect(formatDuration(value, 'ja')).toBe(shown));
});

describe('counts and shares', () => {
  it('are whole, short or per cent', () => {
    expect(formatCount(1_234_567, 'en')).toBe('1,234,567');
    expect(formatCompact(9_876, 'en')).toBe('9,876');
    expect(formatCompact(12_345, 'en')).toBe('12.3K');
    expect(formatCompact(12_345, 'ja')).toBe('1.23万');
    expect(formatShare(0, 'en')).toBe('0%');
    expect(formatShare(0.012_34, 'en')).toBe('1.23%');
    expect(formatShare(0.345_6, 'en')).toBe('34.6%');
  });

  it('write a month of the service in words', () => {
    expect([formatMonth('2026-11', 'en'), formatMonth('2026-01', 'ja')]).toEqual([
      'November 2026',
      '2026年1月',
    ]);
  });

  it('say how much has changed, and nothing where there was nothing before', () => {
    expect(formatChange(112, 100, 'en')).toBe('+12%');
    expect(formatChange(88, 100, 'en')).toBe('-12%');
    expect(formatChange(100, 100, 'en')).toBe('0%');
    expect(formatChange(5_000, 10, 'en')).toBe('×500');
    expect(formatChange(5, 0, 'en')).toBeNull();
    expect(formatChange(null, 5, 'en')).toBeNull();
  });
});

describe('times', () => {
  const at = '2026-11-15T03:04:05.678Z';

  const shown = (locale: string, clock: '24' | '12', style: 'full' | 'minute' | 'short' | 'day' | 'clock') =>
    // Some locales put a narrow no-break space before AM and PM.
    formatTime(at, style, { locale, clock }, 'Asia/Tokyo').replaceAll('\u202F', ' ');

  it('are local, and UTC on hover', () => {
    expect(shown('en-US', '24', 'short')).toBe('Nov 15, 12:04');
    expect(formatUtc(at)).toBe('2026-11-15 03:04:05 UTC');
  });

  it.each([
    ['en-US', '24', ['Nov 15, 2026, 12:04:05', 'Nov 15, 2026, 12:04', 'Nov 15, 12:04', 'Nov 15', '12:04']],
    [
      'en-US',
      '12',
      ['Nov 15, 2026, 12:04:05 PM', 'Nov 15, 2026, 12:04 PM', 'Nov 15, 12:04 PM', 'Nov 15', '12:04 PM'],
    ],
    [
      'de-DE',
      '24',
      ['15. Nov. 2026, 12:04:05', '15. Nov. 2026, 12:04', '15. Nov., 12:04', '15. Nov.', '12:04'],
    ],
    ['ja-JP', '24', ['2026/11/15 12:04:05', '2026/11/15 12:04', '11/15 12:04', '11/15', '12:04']],
  ] as const)('have one form in %s with %s hours', (locale, clock, forms) => {
    expect(
      (['full', 'minute', 'short', 'day', 'clock'] as const).map((style) => shown(locale, clock, style)),
    ).toEqual(forms);
  });

  it('of a day in UTC do not depend on the time zone', () => {
    expect(formatsIn('en').utcDay('2026-11-16')).toBe('Nov 16, 2026');
    expect(formatsIn('ja').utcDay('2026-01-01')).toBe('2026/1/1');
  });

  it('write midnight as 00:00', () => {
    const midnight = '2026-11-14T15:00:00.000Z';
    expect(formatTime(midnight, 'clock', { locale: 'en-US', clock: '24' }, 'Asia/Tokyo')).toBe('00:00');
  });

  it.each([
    ['en', ['en-GB', 'en'], 'en-GB'],
    ['en', ['de-DE', 'de', 'en-US'], 'de-DE'],
    ['ja', ['ja-JP'], 'ja-JP'],
    ['ja', ['en-US', 'ja'], 'ja'],
    ['ja', ['de-DE'], 'ja'],
    ['en', ['ja-JP', 'en-US'], 'en-US'],
    ['en', ['ja-JP'], 'en'],
    ['en', [], 'en'],
  ])('for texts in %s and a browser set to %j, follow %s', (language, preferred, locale) => {
    expect(timeLocale(language, preferred)).toBe(locale);
  });

  it('say how long ago', () => {
    const now = Date.parse(at);
    expect(formatAgo(at, now + 2_000, 'en')).toBe('2 sec. ago');
    expect(formatAgo(at, now + 7_200_000, 'ja')).toBe('2 時間前');
    expect(formatAgo(at, now + 3 * 86_400_000, 'en')).toBe('3 days ago');
  });
});
