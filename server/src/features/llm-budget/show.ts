import { utcMonth } from '#lib/clock';
import type { Context } from '#core/context';
import type { Reader } from '#metadata';
import { DEFAULT_MICROS, DEFAULT_USD, MAX_USD, MIN_USD, usd } from './money.ts';
import type { LlmFeatureBudget } from './schemas.ts';
import { selectFigures } from './store.ts';

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
    maxBudgetUsd: MAX_USD,
  };
}

/** Only paid plans can choose a budget. A chosen one applies again after an upgrade. */
export const budgetOf = (account: Context['account'], chosen: number | null): number =>
  account.plan.name === 'free' ? DEFAULT_MICROS : (chosen ?? DEFAULT_MICROS);
