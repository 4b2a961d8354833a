import { AppError } from '#lib/app-error';
import { newId } from '#lib/ids';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import type { GateBudgetsTable } from '#metadata';
import { requireMicros } from '../money.ts';
import { presentBudget } from './present.ts';
import type { Budget, NewBudget } from './schemas.ts';
import { requireScope } from './scope.ts';
import { countBudgets, insertBudget } from './store.ts';

/** Limited, because every call of the account is matched against each budget. */
const MOST = 50;

export async function createBudget(ctx: Context, input: NewBudget): Promise<Budget> {
  const limit = requireMicros('limitUsd', input.limitUsd);
  const scope = requireScope(ctx, input.scope);
  const row = await change(ctx, 'gate_budget.create', async ({ db, invalidate }) => {
    await lockAccount(db, ctx.account.id);
    if ((await countBudgets(db, ctx.account.id)) >= MOST)
      throw new AppError('conflict', 'limit_reached', `An account has at most ${MOST} budgets.`);
    const now = ctx.clock.now();
    const made: GateBudgetsTable = {
      id: newId('budget'),
      account_id: ctx.account.id,
      name: input.name,
      limit_micros: limit,
      period: input.period,
      scope: JSON.stringify(scope),
      action: input.action ?? 'deny',
      fail_mode: input.failMode ?? 'open',
      on_unpriced: input.onUnpriced ?? 'warn',
      generation: 0,
      created_at: now,
      updated_at: now,
    };
    await insertBudget(db, made);
    await invalidate('gate', ctx.account.id);
    return {
      result: made,
      target: { type: 'gate_budget', id: made.id },
      metadata: {
        name: made.name,
        limitUsd: input.limitUsd,
        period: made.period,
        action: made.action,
        scope,
      },
    };
  });
  return presentBudget(ctx, row);
}
