import { array, assert, integer, nat, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sqlText } from '#test/support/sql-text';
import type { RecordsEngine } from '../../engine/engine.ts';
import { latencyWindowsSql, selectWindowSums, sumWindowsSql, type WindowWant } from './measure-windows.ts';
import { windowSeriesSql } from '../measure-series.ts';
import { coveringRanges } from './split-window.ts';

const NOW = 1_700_000_123_000;
const HOUR_MS = 3_600_000;

const want = (changes: Partial<WindowWant>): WindowWant => ({
  account: 7,
  project: null,
  sinceMs: NOW - 30 * 24 * HOUR_MS,
  startMs: NOW - HOUR_MS,
  endMs: NOW,
  historyDays: 0,
  ...changes,
});

const WANTS = [
  want({}),
  want({ account: 8, project: 3, startMs: NOW - 300_000, historyDays: 14 }),
  want({ account: 9, sinceMs: NOW - 3 * 24 * HOUR_MS, startMs: NOW - 10 * 24 * HOUR_MS }),
];

it.each([
  ['__snapshots__/measure-sums', sumWindowsSql(WANTS)],
  ['__snapshots__/measure-latencies', latencyWindowsSql(WANTS)],
  [
    '../__snapshots__/measure-series',
    windowSeriesSql(
      { account: 7, project: 3, sinceMs: NOW - 30 * 24 * HOUR_MS },
      {
        firstEndMs: NOW - 14 * 24 * HOUR_MS,
        stepMs: HOUR_MS,
        points: 337,
        windowMs: 4 * HOUR_MS,
        rows: {
          of: 'calls',
          filter: { provider: 'openai' },
          dimension: 'tag:team',
          level: 0.99,
          slowMs: 2_000,
          size: 'calls',
        },
        most: 100,
      },
      ['red', 'blue'],
    ),
  ],
])('%s', async (name, statement) => {
  await expect(sqlText(statement)).toMatchFileSnapshot(`${name}.sql`);
});

it('sends no statement for empty windows', async () => {
  const engine = { query: () => Promise.reject(new Error('asked')) } as unknown as RecordsEngine;
  const none = { calls: 0, errors: 0, costUsd: 0, latencyMs: null };
  expect(await selectWindowSums([want({ startMs: NOW })], false).run(engine)).toEqual([[none]]);
  expect(await selectWindowSums([], true).run(engine)).toEqual([]);
});

describe('ranges that are read', () => {
  const ranges = array(
    tuple(nat(1_000), integer({ min: 1, max: 30 })).map(([from, length]): [number, number] => [
      from,
      from + length,
    ]),
    { minLength: 1, maxLength: 60 },
  );
  it('cover all windows, are disjoint and in order, and stay within the limit', () => {
    assert(
      property(ranges, integer({ min: 2, max: 12 }), (all, most) => {
        const covering = coveringRanges(all, most);
        expect(covering.length).toBeLessThanOrEqual(most);
        covering.slice(1).forEach(([from], at) => expect(from).toBeGreaterThan(covering[at]?.[1] ?? from));
        for (const [from, to] of all) {
          expect(covering.some(([start, end]) => start <= from && to <= end)).toBe(true);
        }
      }),
    );
  });

  it('leave out the gaps between days', () => {
    const days: [number, number][] = Array.from({ length: 15 }, (_, back) => [-back * 100, -back * 100 + 5]);
    expect(coveringRanges(days, 32)).toHaveLength(15);
  });
});
