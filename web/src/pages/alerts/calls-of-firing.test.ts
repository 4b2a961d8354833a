import { expect, it } from 'vitest';
import { callsOfFiring } from './calls-of-firing.ts';

const firing = (
  alertType:
    | 'error_rate'
    | 'latency_degradation'
    | 'anomaly_cost'
    | 'score_below'
    | 'score_above'
    | 'guardian_findings'
    | 'monthly_budget',
) => ({
  alertType,
  triggeredAt: '2026-11-17T10:00:00.000Z',
  windowMinutes: 60,
  thresholdValue: 0.5,
});
const window = { startTime: '2026-11-17T09:00:00.000Z', endTime: '2026-11-17T10:00:00.000Z' };
const score = { scoreName: 'helpfulness', scoreValue: null };

it('finds the calls behind a firing in its window', () => {
  expect(callsOfFiring(firing('error_rate'), undefined)).toEqual({ ...window, error: true });
  expect(callsOfFiring(firing('latency_degradation'), undefined)).toEqual({
    ...window,
    sortBy: 'latency_ms',
    sortOrder: 'desc',
  });
  expect(callsOfFiring(firing('anomaly_cost'), undefined)).toMatchObject({ sortBy: 'cost_usd' });
  expect(callsOfFiring(firing('score_below'), score)).toEqual({
    ...window,
    scores: [{ name: 'helpfulness', op: 'lt', value: 0.5 }],
  });
  expect(callsOfFiring(firing('score_above'), { scoreName: 'liked', scoreValue: 'false' })).toEqual({
    ...window,
    scores: [{ name: 'liked', op: 'eq', value: false }],
  });
});

it('finds none for alerts that are about no calls, or about an unknown score', () => {
  expect(callsOfFiring(firing('guardian_findings'), undefined)).toBeNull();
  expect(callsOfFiring(firing('monthly_budget'), undefined)).toBeNull();
  expect(callsOfFiring(firing('score_below'), undefined)).toBeNull();
});
