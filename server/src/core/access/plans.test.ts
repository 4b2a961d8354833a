import { expect, it } from 'vitest';
import { PLANS, PLAN_NAMES, isPlanName, planReaches, requirePlan } from './plans.ts';

it('each plan has the documented limits', () => {
  expect(PLANS.free).toMatchObject({
    recordsPerMonth: 50_000,
    retentionDays: 30,
    exportRecords: 1_000,
    alerts: 3,
  });
  expect(PLANS.pro).toMatchObject({
    recordsPerMonth: 1_000_000,
    retentionDays: 90,
    exportRecords: 50_000,
    alerts: null,
  });
  expect(PLANS.free.alertChannels).toEqual(['email']);
  expect([PLANS.free, PLANS.pro, PLANS.team].map((plan) => plan.teamMembers)).toEqual([false, false, true]);
});

it('a more expensive plan includes everything that a cheaper one includes', () => {
  for (const [cheap, dear] of [
    [PLANS.free, PLANS.pro],
    [PLANS.pro, PLANS.team],
  ] as const) {
    for (const limit of [
      'recordsPerMonth',
      'retentionDays',
      'exportRecords',
      'savedViews',
      'datasetItems',
    ] as const) {
      expect(dear[limit]).toBeGreaterThanOrEqual(cheap[limit]);
    }
    expect(new Set(dear.alertChannels)).toEqual(new Set([...dear.alertChannels, ...cheap.alertChannels]));
  }
});

it('only plan names are plans, not inherited properties', () => {
  for (const name of PLAN_NAMES) expect([PLANS[name].name, isPlanName(name)]).toEqual([name, true]);
  for (const name of ['', 'Free', 'toString', '__proto__', 'constructor', 'enterprise'])
    expect(isPlanName(name)).toBe(false);
});

it('403 plan_required: only below the required plan', () => {
  expect(() => requirePlan('free', 'pro')).toThrow('Pro plan');
  for (const [index, plan] of PLAN_NAMES.entries()) {
    for (const [needed, name] of PLAN_NAMES.entries()) expect(planReaches(plan, name)).toBe(index >= needed);
  }
});
