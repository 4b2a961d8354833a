import { isDeepStrictEqual } from 'node:util';
import { notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import { usd } from '#lib/money';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import type { GateBudgetsTable } from '#metadata';
import { requireMicros } from '../money.ts';
import { presentBudget } from './present.ts';
import type { Budget, BudgetChanges } from './schemas.ts';
import { requireScope } from './scope.ts';
import { lockBudget, updateBudget } from './store.ts';

/**
 * A new period or scope covers other calls, so the counted spend is dropped and recomputed from the records.
 */
export async function changeBudget(ctx: Context, id: string, input: BudgetChanges): Promise<Budget> {
  const limit = input.limitUsd === undefined ? undefined : requireMicros('limitUsd', input.limitUsd);
  const scope = input.scope === undefined ? undefined : JSON.stringify(requireScope(ctx, input.scope));
  const row = await change(ctx, 'gate_budget.update', async ({ db, invalidate }) => {
    const before = isId('budget', id) ? await lockBudget(db, ctx.account.id, id) : undefined;
    if (!before) throw notFound('Budget');
    const wanted: GateBudgetsTable = {
      ...before,
      name: input.name ?? before.name,
      limit_micros: limit ?? before.limit_micros,
      period: input.period ?? before.period,
      scope: scope ?? before.scope,
      action: input.action ?? before.action,
      fail_mode: input.failMode ?? before.fail_mode,
      on_unpriced: input.onUnpriced ?? before.on_unpriced,
    };
    if (isDeepStrictEqual(wanted, { ...before })) return { result: before, target: null };
    const others = wanted.period !== before.period || wanted.scope !== before.scope;
    const after = {
      ...wanted,
      generation: before.generation + (others ? 1 : 0),
      updated_at: ctx.clock.now(),
    };
    const { id: _id, account_id: _account, ...changed } = after;
    await updateBudget(db, ctx.account.id, id, changed);
    await invalidate('gate', ctx.account.id);
    return {
      result: after,
      target: { type: 'gate_budget', id },
      metadata: {
        name: after.name,
        changed: Object.keys(input),
        limitUsd: usd(after.limit_micros),
        limitUsdBefore: usd(before.limit_micros),
      },
    };
  });
  return presentBudget(ctx, row);
}
