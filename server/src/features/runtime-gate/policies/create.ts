import { AppError } from '#lib/app-error';
import { newId } from '#lib/ids';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import type { GatePoliciesTable } from '#metadata';
import { requireMicros } from '../money.ts';
import { fullMatch, presentPolicy } from './present.ts';
import type { NewPolicy, Policy } from './schemas.ts';
import { countPolicies, insertPolicy } from './store.ts';

/** Limited, because every check tries them in order until one matches. */
const MOST = 100;
const DEFAULT_PRIORITY = 100;

export function createPolicy(ctx: Context, input: NewPolicy): Promise<Policy> {
  const { maxCostUsd = null } = input;
  const maxCost = maxCostUsd === null ? null : requireMicros('maxCostUsd', maxCostUsd);
  return change(ctx, 'gate_policy.create', async ({ db, invalidate }) => {
    await lockAccount(db, ctx.account.id);
    if ((await countPolicies(db, ctx.account.id)) >= MOST)
      throw new AppError('conflict', 'limit_reached', `An account has at most ${MOST} policies.`);
    const now = ctx.clock.now();
    const row: GatePoliciesTable = {
      id: newId('policy'),
      account_id: ctx.account.id,
      name: input.name,
      enabled: input.enabled === false ? 0 : 1,
      priority: input.priority ?? DEFAULT_PRIORITY,
      match: JSON.stringify(fullMatch(input.match ?? {})),
      effect: input.effect,
      max_cost_micros: maxCost,
      max_tokens: input.maxTokens ?? null,
      fail_mode: input.failMode ?? 'open',
      approval_minutes: input.approvalMinutes ?? null,
      created_at: now,
      updated_at: now,
    };
    await insertPolicy(db, row);
    await invalidate('gate', ctx.account.id);
    return {
      result: presentPolicy(row),
      target: { type: 'gate_policy', id: row.id },
      metadata: { name: row.name, effect: row.effect, priority: row.priority, enabled: row.enabled === 1 },
    };
  });
}
