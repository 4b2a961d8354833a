import { isDeepStrictEqual } from 'node:util';
import { notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import type { GatePoliciesTable } from '#metadata';
import { requireMicros } from '../money.ts';
import { fullMatch, presentPolicy } from './present.ts';
import type { Policy, PolicyChanges } from './schemas.ts';
import { lockPolicy, updatePolicy } from './store.ts';

/** The given value, even if it is null; otherwise the previous one. */
const given = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value);

export function changePolicy(ctx: Context, id: string, input: PolicyChanges): Promise<Policy> {
  const { maxCostUsd } = input;
  const maxCost = typeof maxCostUsd === 'number' ? requireMicros('maxCostUsd', maxCostUsd) : maxCostUsd;
  return change(ctx, 'gate_policy.update', async ({ db, invalidate }) => {
    const before = isId('policy', id) ? await lockPolicy(db, ctx.account.id, id) : undefined;
    if (!before) throw notFound('Policy');
    const wanted: GatePoliciesTable = {
      ...before,
      name: input.name ?? before.name,
      enabled: input.enabled === undefined ? before.enabled : input.enabled ? 1 : 0,
      priority: input.priority ?? before.priority,
      match: input.match === undefined ? before.match : JSON.stringify(fullMatch(input.match)),
      effect: input.effect ?? before.effect,
      max_cost_micros: given(maxCost, before.max_cost_micros),
      max_tokens: given(input.maxTokens, before.max_tokens),
      fail_mode: input.failMode ?? before.fail_mode,
      approval_minutes: given(input.approvalMinutes, before.approval_minutes),
    };
    if (isDeepStrictEqual(wanted, { ...before })) return { result: presentPolicy(before), target: null };
    const after = { ...wanted, updated_at: ctx.clock.now() };
    const { id: _id, account_id: _account, ...changed } = after;
    await updatePolicy(db, ctx.account.id, id, changed);
    await invalidate('gate', ctx.account.id);
    return {
      result: presentPolicy(after),
      target: { type: 'gate_policy', id },
      metadata: {
        name: after.name,
        changed: Object.keys(input),
        effect: after.effect,
        enabled: after.enabled === 1,
      },
    };
  });
}
