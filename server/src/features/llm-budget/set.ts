import { invalid } from '#lib/app-error';
import { usd } from '#lib/money';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { microsOfCents, upsertBudget } from '#services/models';
import type { LlmFeatureBudget, NewLlmFeatureBudget } from './schemas.ts';
import { showBudget } from './show.ts';

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
