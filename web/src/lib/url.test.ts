// URL state survives a round trip, and invalid values are harmless.
import { describe, expect, it } from 'vitest';
import { partsOf, readFilter, withoutPart, writeFilter, type CallFilter } from './call-filter.ts';
import { parseSearch, safeNext, stringifySearch } from './search-text.ts';
import { axisOf, readWindow, stepsOf, windowBefore, windowOf, writeWindow } from './time-window.ts';

const there = (search: Parameters<typeof stringifySearch>[0]) => parseSearch(stringifySearch(search));

describe('the query part', () => {
  it('is readable and comes back', () => {
    const search = { window: '7d', tag: ['feature:search', 'team:a&b=c'], model: 'gpt-4o 日本' };
    expect(stringifySearch({ ...search, gone: undefined })).toMatch(
      /^\?window=7d&tag=feature:search&tag=team:/,
    );
    expect(there(search)).toEqual(search);
    expect(stringifySearch({})).toBe('');
  });

  it('keeps numbers as texts and prototypes as they are', () => {
    const read = parseSearch('?id=007&__proto__=x&constructor=y');
    expect(read).toEqual({ id: '007', constructor: 'y' });
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

it('the place to go on to is one of ours', () => {
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
  };

  it('comes back as it was', () => {
    expect(readFilter(there(writeFilter(filter)))).toEqual(filter);
    expect(readFilter(there(writeFilter({ error: true })))).toEqual({ error: true });
    expect(readFilter(there(writeFilter({ error: false })))).toEqual({ error: false });
    expect(readFilter(there(writeFilter({})))).toEqual({});
  });

  it('takes nothing from what is none', () => {
    expect(readFilter({ minLatencyMs: 'fast', minCostUsd: '-1', tag: 'nocolon', provider: '' })).toEqual({});
  });

  it('comes apart, and loses one part at a time', () => {
    const parts = partsOf(filter);
    expect(parts.map(({ name, tag }) => tag ?? name)).toContain('feature');
    const left = parts.reduce(withoutPart, filter);
    expect(left).toEqual({});
  });
});

describe('a window', () => {
  const now = Date.parse('2026-11-15T12:34:00.000Z');

  it('is one of the usual ones, or from here to there; anything else is the default', () => {
    expect(readWindow({ window: '24h' })).toEqual({ preset: '24h' });
    expect(readWindow({ window: 'toString' })).toEqual({ preset: '7d' });
    const own = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' };
    expect(readWindow(there(writeWindow(own)))).toEqual(own);
    expect(readWindow({ from: own.to, to: own.from })).toEqual({ preset: '7d' });
    expect(readWindow({ from: 'yesterday', to: own.to })).toEqual({ preset: '7d' });
  });

  it('has a period before it of the same length', () => {
    const window = windowOf({ preset: '24h' }, now);
    expect(window.startTime).toBe('2026-11-14T12:34:00.000Z');
    expect(windowBefore(window)).toEqual({
      startTime: '2026-11-13T12:34:00.000Z',
      endTime: '2026-11-14T12:34:00.000Z',
    });
  });

  it('goes in steps that the interface takes, with the keys that it gives', () => {
    const day = windowOf({ preset: '24h' }, now);
    expect(axisOf(day)).toBe('hour');
    const hours = stepsOf(day, 'hour', () => 540);
    expect([hours.length, hours[0]?.key, hours.at(-1)?.key]).toEqual([
      25,
      '2026-11-14T12:00Z',
      '2026-11-15T12:00Z',
    ]);
    const month = windowOf({ preset: '30d' }, now);
    expect(axisOf(month)).toBe('day');
    const days = stepsOf(month, 'day', () => 540);
    expect(days.at(-1)).toEqual({
      key: '2026-11-15',
      startTime: '2026-11-14T15:00:00.000Z',
      endTime: '2026-11-15T15:00:00.000Z',
    });
    expect(axisOf(windowOf({ preset: '7d' }, now))).toBe('hour');
  });
});
