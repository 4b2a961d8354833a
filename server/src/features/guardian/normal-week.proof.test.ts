// Tests for false alarms: a normal week is played scan by scan, and nothing is found. Then one incident of
// each kind is planted in the same traffic, and each is found.
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/clock';
import { fakeRecords } from '#test/support/fake-records';
import { MadeRecords } from '#test/support/guardian-records';
import type { Made } from '#test/support/made-records';
import { ordinaryRecords, plantedIncidents, WEEK_MS } from '#test/support/guardian-week';
import type { Sighting } from './detect/sighting.ts';
import { collectSightings, type ScanPosition } from './scan/collect-sightings.ts';
import { UsualCache } from './baseline/baseline.ts';

const ACCOUNT = 7;
/** A Monday. Two weeks of history precede the tested week. */
const HISTORY_MS = Date.UTC(2026, 0, 5);
const START_MS = HISTORY_MS + 2 * WEEK_MS;

const week = (seed: number): Made[] =>
  ordinaryRecords(seed, {
    account: ACCOUNT,
    startMs: HISTORY_MS,
    days: 21,
    newModelMs: 16 * DAY_MS + 10 * HOUR_MS,
  });

async function scans(
  made: readonly Made[],
  fromMs: number,
  toMs: number,
  stepMs: number,
): Promise<Sighting[]> {
  const records = new MadeRecords();
  records.add(made);
  const cache = new UsualCache(6 * HOUR_MS);
  const seen: Sighting[] = [];
  let position: ScanPosition = { settledMs: fromMs - DAY_MS, seen: [] };
  for (let nowMs = fromMs; nowMs <= toMs; nowMs += stepMs) {
    records.nowMs = nowMs;
    const scope = { account: ACCOUNT, project: null, sinceMs: nowMs - 30 * DAY_MS };
    const store = fakeRecords(records.questions);
    const looked = await collectSightings(store, scope, cache.of(store, scope, nowMs), position, nowMs);
    seen.push(...looked.sightings);
    position = looked.next;
  }
  return seen;
}

const SEEDS = (process.env['TEST_SEEDS'] ?? '1 2 3 4 5').split(' ').map(Number);

describe('an ordinary week', () => {
  it.each(SEEDS)('with seed %i has no findings', { timeout: 60_000 }, async (seed) => {
    const made = week(seed);
    expect(made.length).toBeGreaterThan(10_000);
    // Every ten minutes instead of five; quarters are still seen half full and full.
    const seen = await scans(made, START_MS, START_MS + WEEK_MS, 10 * MINUTE_MS);
    expect(seen.map(({ kind, project, title }) => [kind, project, title])).toEqual([]);
  });

  it.each([1, 2])(
    'with seed %i and one incident of each kind: each is found, and nothing else',
    { timeout: 60_000 },
    async (seed) => {
      // Thursday, ten in the morning.
      const atMs = START_MS + 3 * DAY_MS + 10 * HOUR_MS;
      const planted = plantedIncidents(ACCOUNT, atMs);
      const made = [...week(seed), ...Object.values(planted).flat()];
      const seen = await scans(made, atMs - HOUR_MS, atMs + 6 * HOUR_MS, 5 * MINUTE_MS);
      const causes = new Set(seen.map(({ kind, project, cause }) => JSON.stringify([kind, project, cause])));
      const kinds = [...causes].map((each) => (JSON.parse(each) as [string])[0]).toSorted();
      expect(kinds).toEqual(Object.keys(planted).toSorted());
    },
  );
});
