import { expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/clock';
import type { RuleRow } from '../store.ts';
import { groupRules } from './group.ts';

const NOW = 1_800_000_000_000;

const rule = (id: number, changes: Partial<RuleRow> = {}): RuleRow => ({
  id,
  account_id: 'acc_1',
  project_id: null,
  name: null,
  criterion_id: 1,
  own_criterion_id: null,
  filter: '{}',
  scope: 'call',
  quiet_seconds: 0,
  sample_pct: 100,
  enabled: 1,
  watermark: NOW - 2 * MINUTE_MS,
  scored_count: 0,
  failed_count: 0,
  last_run_at: null,
  last_error: null,
  last_error_reason: null,
  locked_by: null,
  locked_until: 0,
  created_at: 0,
  updated_at: 0,
  ...changes,
});

it('groups rules over the same calls, and separates those that are behind', () => {
  const groups = groupRules(
    [
      rule(5, { watermark: NOW - 6 * MINUTE_MS }),
      rule(1),
      rule(2, { project_id: 'prj_1' }),
      rule(3, { filter: '{"model":"gpt"}' }),
      rule(4, { account_id: 'acc_2' }),
      rule(6, { criterion_id: 2, sample_pct: 5 }),
      rule(7, { watermark: NOW - 7 * MINUTE_MS }),
      rule(8, { scope: 'trace', quiet_seconds: 180, watermark: NOW - 6 * MINUTE_MS }),
      rule(9, { scope: 'trace', quiet_seconds: 180 }),
      rule(10, { scope: 'session', quiet_seconds: 180 }),
    ],
    NOW,
  );
  expect(groups.map(({ rules }) => rules.map(({ id }) => id))).toEqual([
    [5],
    [1, 6],
    [2],
    [3],
    [4],
    [7],
    [8, 9],
    [10],
  ]);
  expect(groups[2]).toMatchObject({ accountId: 'acc_1', projectId: 'prj_1' });
});
