import { expect, it } from 'vitest';
import { readMoment, readTag } from './readers.ts';

const NOW = Date.parse('2026-11-16T12:00:00Z');

it('a moment is a duration before now, a day in UTC, or a time with an offset', () => {
  expect(
    ['90m', '24h', '7d', '2w', '2026-01-31', '2026-01-31T12:00+01:00'].map((text) => readMoment(text, NOW)),
  ).toEqual([
    '2026-11-16T10:30:00.000Z',
    '2026-11-15T12:00:00.000Z',
    '2026-11-09T12:00:00.000Z',
    '2026-11-02T12:00:00.000Z',
    '2026-01-31T00:00:00.000Z',
    '2026-01-31T11:00:00.000Z',
  ]);
});

it.each(['', '7', '7y', 'now', '2026-02-31T25:00Z', '2026-01-31T12:00', '999999w'])(
  '%s is no moment',
  (text) => {
    expect(() => readMoment(text, NOW)).toThrow('Give a duration such as');
  },
);

it('a tag may have = in its value, but needs a name', () => {
  expect(readTag('b=2=3', { a: '1' })).toEqual({ a: '1', b: '2=3' });
  expect(() => readTag('=x')).toThrow('name=value');
});
