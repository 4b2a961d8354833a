import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#lib/clock';
import type { Sighting } from './detect/sighting.ts';
import { QUIET_MS, mergeSighting, sameOccasion, type RememberedFinding } from './merge-finding.ts';

const T = Date.UTC(2026, 0, 15, 10);

type Loop = Extract<Sighting, { kind: 'tool_loop' }>;

const sighting = (changes: Partial<Loop> = {}): Sighting => ({
  kind: 'tool_loop',
  project: 1,
  cause: 'search',
  byOccasion: false,
  unit: 'trace',
  total: 5,
  severity: 'medium',
  title: 'now',
  detail: 'now',
  values: { tool: 'search', repeats: 5, threshold: 5, traceId: 'trace' },
  callIds: ['c'],
  traceIds: ['trace'],
  firstMs: T,
  lastMs: T,
  ...changes,
});

const known = (changes: Partial<RememberedFinding> = {}): RememberedFinding => {
  const made = mergeSighting(null, sighting(), T);
  if (!made) throw new Error('Nothing was made.');
  return { ...made, ...changes };
};

describe('merging a sighting', () => {
  it('the same total of a unit is not new; a larger one adds the difference', () => {
    expect(mergeSighting(known(), sighting(), T)).toBe(null);
    expect(mergeSighting(known(), sighting({ total: 4 }), T)).toBe(null);
    expect(mergeSighting(known(), sighting({ total: 8 }), T)?.count).toBe(8);
    expect(mergeSighting(known(), sighting({ unit: 'other' }), T)?.count).toBe(10);
    expect(mergeSighting(known(), sighting({ unit: null, total: 1 }), T)?.count).toBe(6);
  });

  it('counts the same, however the scans split it', () => {
    const step = record({ unit: constantFrom('a', 'b', 'c'), grows: integer({ min: 0, max: 4 }) });
    assert(
      property(array(step, { maxLength: 30 }), (steps) => {
        const totals = new Map<string, number>();
        let state: RememberedFinding | null = null;
        for (const { unit, grows } of steps) {
          const total = (totals.get(unit) ?? 0) + grows;
          totals.set(unit, total);
          // Twice, as after a crash.
          for (let twice = 0; twice < 2; twice += 1)
            state = mergeSighting(state, sighting({ unit, total }), T) ?? state;
        }
        const all = [...totals.values()].reduce((sum, total) => sum + total, 0);
        expect(state?.count ?? 0).toBe(all);
      }),
      { numRuns: 300 },
    );
  });

  it('an older sighting adds its evidence but no text; the highest severity stays', () => {
    const late = sighting({
      unit: 'late',
      lastMs: T - HOUR_MS,
      firstMs: T - HOUR_MS,
      title: 'then',
      severity: 'critical',
    });
    expect(mergeSighting(known(), late, T)).toMatchObject({
      title: 'now',
      severity: 'critical',
      firstSeenAt: T - HOUR_MS,
      lastSeenAt: T,
    });
    expect(mergeSighting(known({ severity: 'critical' }), sighting({ total: 6 }), T)?.severity).toBe(
      'critical',
    );
  });

  it.each([
    ['open', 0, 'open'],
    ['acknowledged', 9 * HOUR_MS, 'acknowledged'],
    ['dismissed', 9 * HOUR_MS, 'dismissed'],
    ['resolved', QUIET_MS, 'resolved'],
    ['resolved', QUIET_MS + 1, 'open'],
  ] as const)('%s, seen again after %i ms: %s', (status, ms, after) => {
    const again = sighting({ total: 6, severity: 'low', lastMs: T + ms });
    const result = mergeSighting(known({ status, statusAt: T }), again, T + ms);
    expect(result).toMatchObject({
      status: after,
      count: 6,
      severity: after === 'open' && status === 'resolved' ? 'low' : 'medium',
    });
  });

  it('late records from before do not reopen a resolved finding', () => {
    const late = sighting({ total: 6, lastMs: T - 1 });
    expect(mergeSighting(known({ status: 'resolved', statusAt: T }), late, T + 5 * HOUR_MS)?.status).toBe(
      'resolved',
    );
  });

  it('records with a future timestamp count as seen now', () => {
    expect(mergeSighting(null, sighting({ firstMs: T + 1, lastMs: T + HOUR_MS }), T)).toMatchObject({
      firstSeenAt: T,
      lastSeenAt: T,
    });
  });

  it('stays within its limits', () => {
    let state: RememberedFinding | null = null;
    for (let at = 0; at < 300; at += 1)
      state = mergeSighting(
        state,
        sighting({ unit: `t${at}`, traceIds: [`t${at}`], callIds: [`a${at}`, `b${at}`] }),
        T,
      );
    expect(state?.evidence.callIds).toHaveLength(20);
    expect(state?.evidence.traceIds.slice(0, 2)).toEqual(['t299', 't298']);
    expect([state?.evidence.traceIds.length, state?.tally.length, state?.count]).toEqual([10, 200, 1_500]);
  });

  it('an occasion lasts until six quiet hours', () => {
    const occasion = { firstSeenAt: T, lastSeenAt: T + HOUR_MS };
    const at = (ms: number) => ({ firstMs: ms, lastMs: ms });
    expect(sameOccasion(occasion, at(T + 7 * HOUR_MS))).toBe(true);
    expect(sameOccasion(occasion, at(T + 7 * HOUR_MS + 1))).toBe(false);
    expect(sameOccasion(occasion, at(T - 6 * HOUR_MS))).toBe(true);
    expect(sameOccasion(occasion, at(T - 7 * HOUR_MS))).toBe(false);
  });
});
