import { utcMonth } from '#lib/clock';
import type { Context } from '#core/context';
import type { Reader } from '#metadata';
import { DEFAULT_MICROS, DEFAULT_USD, MAX_USD, MIN_USD, usd } from './money.ts';
import type { LlmFeatureBudget } from './schemas.ts';
import { selectFigures } from './store.ts';

/** `db`: also what a transaction that is under way has changed. */
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

/** A budget of one's own is a matter of the paid plans; one that was chosen there comes back with them. */
export const budgetOf = (account: Context['account'], chosen: number | null): number =>
  account.plan.name === 'free' ? DEFAULT_MICROS : (chosen ?? DEFAULT_MICROS);
