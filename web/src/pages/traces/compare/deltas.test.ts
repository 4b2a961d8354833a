import { expect, it } from 'vitest';
import { deltaOf } from './deltas.ts';

const totals = (costUsd: number) => ({
  spans: 3,
  calls: 1,
  errors: 0,
  durationMs: 200,
  totalTokens: 50,
  costUsd,
  unpriced: { calls: 0, tokens: 0 },
  startTime: '2026-03-01T12:00:00.000Z',
});

it('a difference is B less A, and a share of A', () => {
  expect(deltaOf(totals(2), totals(3), 'costUsd')).toEqual({ by: 1, percent: 50 });
  expect(deltaOf(totals(2), totals(1), 'costUsd')).toEqual({ by: -1, percent: -50 });
  expect(deltaOf(totals(0), totals(1), 'costUsd')).toEqual({ by: 1, percent: null });
  expect(deltaOf(totals(1), totals(1), 'spans')).toEqual({ by: 0, percent: 0 });
});
