import { utcMonth } from '#lib/clock';
import { usd } from '#lib/money';
import { invalid } from '#lib/app-error';
import type { Context } from '#core/context';
import type { Reader } from '#metadata';
import {
  budgetOf,
  DEFAULT_USD,
  MAX_BUDGET_USD,
  MIN_USD,
  selectFigures,
  microsOfCents,
  upsertBudget,
} from '#services/models';
import { change } from '#core/change/change';
import { lockAccount } from '#core/lock-account';
import type { LlmFeatureBudget, NewLlmFeatureBudget } from './schemas.ts';

/** `db` may be a transaction, whose changes are then included. */
export async function showBudget(ctx: Context, db: Reader = ctx.db): Promise<LlmFeatureBudget> {
  const now = ctx.clock.now();
  const month = utcMonth(now);
  const figures = await selectFigures(db, ctx.account.id, month, now);
  const budget = budgetOf(ctx.account, figures.chosen);
  return {
    budgetUsd: usd(budget),
    spentUsd: usd(figures.spent),
    remainingUsd: usd(Math.max(0, budget - figures.spent)),
    periodStart: month,
    defaultBudgetUsd: DEFAULT_USD,
    minBudgetUsd: MIN_USD,
    maxBudgetUsd: MAX_BUDGET_USD,
  };
}

export function setBudget(ctx: Context, { budgetUsd }: NewLlmFeatureBudget): Promise<LlmFeatureBudget> {
  const micros = microsOfCents(budgetUsd);
  if (micros === null) throw invalid('budgetUsd', 'must be in steps of 0.01');
  return change(ctx, 'llm_budget.set', async ({ db }) => {
    await lockAccount(db, ctx.account.id);
    const before = await showBudget(ctx, db);
    if (before.budgetUsd === usd(micros)) return { result: before, target: null };
    await upsertBudget(db, ctx.account.id, micros, ctx.clock.now());
    return {
      result: await showBudget(ctx, db),
      target: { type: 'account', id: ctx.account.id },
      metadata: { from: before.budgetUsd, to: usd(micros) },
    };
  });
}
