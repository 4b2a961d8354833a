// URL state survives a round trip, and invalid values are harmless.
import { describe, expect, it } from 'vitest';
import { filterParts, readFilter, withoutPart, writeFilter, type CallFilter } from './call-filter.ts';
import { parseSearch, safeNext, stringifySearch } from './search-text.ts';
import { gridOf, readWindow, windowSteps, windowBefore, chosenWindow, writeWindow } from './time-window.ts';

const there = (search: Parameters<typeof stringifySearch>[0]) => parseSearch(stringifySearch(search));

describe('the query part', () => {
  it('is readable and survives a round trip', () => {
    const search = { window: '7d', tag: ['feature:search', 'team:a&b=c'], model: 'gpt-4o 日本' };
    expect(stringifySearch({ ...search, gone: undefined })).toMatch(
      /^\?window=7d&tag=feature:search&tag=team:/,
    );
    expect(there(search)).toEqual(search);
    expect(stringifySearch({})).toBe('');
  });

  it('keeps numbers as text and does not touch prototypes', () => {
    const read = parseSearch('?id=007&__proto__=x&constructor=y');
    expect(read).toEqual({ id: '007', constructor: 'y' });
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

it('the redirect target is always a local path', () => {
  expect(safeNext('/calls?model=x')).toBe('/calls?model=x');
  for (const elsewhere of ['//evil.example', '/\\evil.example', 'https://evil.example', 'x', null, 7])
    expect(safeNext(elsewhere)).toBe('/');
});

describe('a filter of calls', () => {
  const filter: CallFilter = {
    provider: 'openai',
    model: 'gpt',
    error: 'time out',
    tags: { feature: 'a:b', team: '' },
    promptName: 'support/answer',
    promptVersion: '3',
    minLatencyMs: 1500,
    minCostUsd: 0.01,
    search: 'refund',
    scores: [
      { name: 'a:"b"', op: 'lt', value: 0.5 },
      { name: 'tone', op: 'eq', value: 'kind' },
      { name: 'solved', op: 'ne', value: true },
    ],
    where: [
      { field: 'model', op: 'isNot', values: ['gpt-4o', 'a, b'] },
      { field: 'ttftMs', op: 'atMost', values: [300] },
    ],
  };

  it('survives a round trip', () => {
    expect(readFilter(there(writeFilter(filter)))).toEqual(filter);
    expect(readFilter(there(writeFilter({ error: true })))).toEqual({ error: true });
    expect(readFilter(there(writeFilter({ error: false })))).toEqual({ error: false });
    expect(readFilter(there(writeFilter({})))).toEqual({});
  });

  it('ignores what is not a filter', () => {
    expect(readFilter({ minLatencyMs: 'fast', minCostUsd: '-1', tag: 'nocolon', provider: '' })).toEqual({});
    for (const score of ['x', '[]', '["a","is",1]', '["a","eq",null]', '7', '{}'])
      expect(readFilter({ score })).toEqual({});
    const where = Array.from({ length: 25 }, (_, at) => `["tool","is","${at}"]`);
    expect(readFilter({ where: ['["nothing","is","x"]', ...where] }).where).toHaveLength(20);
  });

  it('splits into parts, which can be removed one at a time', () => {
    const parts = filterParts(filter);
    expect(parts.map(({ name, tag }) => tag ?? name)).toContain('feature');
    const left = parts.reduce(withoutPart, filter);
    expect(left).toEqual({});
  });
});

describe('a window', () => {
  const now = Date.parse('2026-11-15T12:34:00.000Z');

  it('is short or long', () => {
    const hours = (window: string) => {
      const { startTime, endTime } = chosenWindow(readWindow({ window }), now);
      return (Date.parse(endTime) - Date.parse(startTime)) / 3_600_000;
    };
    expect(['15m', '1h', '6h', '24h', '7d', '30d', '90d'].map(hours)).toEqual([
      0.25, 1, 6, 24, 168, 720, 2160,
    ]);
  });

  it('is a preset or a range; anything else is the default', () => {
    expect(readWindow({ window: '24h' })).toEqual({ preset: '24h' });
    expect(readWindow({ window: 'toString' })).toEqual({ preset: '7d' });
    const own = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' };
    expect(readWindow(there(writeWindow(own)))).toEqual(own);
    expect(readWindow({ from: own.to, to: own.from })).toEqual({ preset: '7d' });
    expect(readWindow({ from: 'yesterday', to: own.to })).toEqual({ preset: '7d' });
  });

  it('has a period before it of the same length', () => {
    const window = chosenWindow({ preset: '24h' }, now);
    expect(window.startTime).toBe('2026-11-14T12:34:00.000Z');
    expect(windowBefore(window)).toEqual({
      startTime: '2026-11-13T12:34:00.000Z',
      endTime: '2026-11-14T12:34:00.000Z',
    });
  });

  it('has steps that the API accepts, with the keys that it returns', () => {
    const day = chosenWindow({ preset: '24h' }, now);
    expect(gridOf(day)).toEqual({ axis: 'minute', every: 30 });
    const halves = windowSteps(day, gridOf(day), () => 540);
    expect([halves.length, halves[0]?.key, halves.at(-1)?.key]).toEqual([
      49,
      '2026-11-14T12:30Z',
      '2026-11-15T12:30Z',
    ]);
    const week = chosenWindow({ preset: '7d' }, now);
    expect(gridOf(week)).toEqual({ axis: 'hour', every: 3 });
    const hours = windowSteps(week, gridOf(week), () => 540);
    expect([hours.length, hours[0]?.key, hours.at(-1)?.key]).toEqual([
      57,
      '2026-11-08T12:00Z',
      '2026-11-15T12:00Z',
    ]);
    const month = chosenWindow({ preset: '30d' }, now);
    expect(gridOf(month)).toEqual({ axis: 'day', every: 1 });
    const days = windowSteps(month, gridOf(month), () => 540);
    expect(days.at(-1)).toEqual({
      key: '2026-11-15',
      startTime: '2026-11-14T15:00:00.000Z',
      endTime: '2026-11-15T15:00:00.000Z',
    });
  });

  it('has about sixty steps at most, of a length that the API accepts', () => {
    const MINUTE = 60_000;
    for (let length = MINUTE; length <= 366 * 1_440 * MINUTE; length = Math.ceil(length * 1.37)) {
      const window = {
        startTime: new Date(now - length).toISOString(),
        endTime: new Date(now).toISOString(),
      };
      const grid = gridOf(window);
      expect(windowSteps(window, grid, () => 0).length).toBeLessThanOrEqual(62);
      expect(grid.every).toBeLessThanOrEqual(60);
      const most = { minute: 60, hour: 168 * 60, day: 366 * 1_440 }[grid.axis];
      expect(length).toBeLessThanOrEqual(most * (grid.axis === 'minute' ? grid.every : 1) * MINUTE);
    }
  });

  it('names a step of several days by its first, on both sides of a clock change', () => {
    const berlin = (time: number) => (time < Date.parse('2026-10-25T01:00:00Z') ? 120 : 60);
    const window = { startTime: '2026-08-01T00:00:00.000Z', endTime: '2026-11-15T00:00:00.000Z' };
    const steps = windowSteps(window, { axis: 'day', every: 2 }, berlin);
    expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length);
    expect(steps.slice(1).map(({ startTime }) => startTime)).toEqual(
      steps.slice(0, -1).map(({ endTime }) => endTime),
    );
    // The day numbers are even, because the API counts them from 1970.
    for (const { key } of steps) expect((Date.parse(key) / 86_400_000) % 2).toBe(0);
  });
});
