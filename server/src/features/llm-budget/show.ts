import { utcMonth } from '#lib/clock';
import { usd } from '#lib/money';
import type { Context } from '#core/context';
import type { Reader } from '#metadata';
import { budgetOf, DEFAULT_USD, MAX_BUDGET_USD, MIN_USD, selectFigures } from '#services/models';
import type { LlmFeatureBudget } from './schemas.ts';

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
