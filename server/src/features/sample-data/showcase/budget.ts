import type { Context } from '#core/context';
import { changeBudget, createBudget } from '#features/runtime-gate';

const SPENT_SHARE = 0.8;
const AT_FIRST_USD = 1_000;
const LEAST_USD = 0.01;

/** A budget of the sample's project, four fifths of which are spent, whatever the day of the month is. */
export async function makeBudget(ctx: Context): Promise<void> {
  const { id, spentUsd } = await createBudget(ctx, {
    name: 'Sample: three agents',
    limitUsd: AT_FIRST_USD,
    period: 'month',
    scope: { projectId: ctx.project?.id ?? null },
    action: 'require_approval',
  });
  const limitUsd = Math.max(LEAST_USD, Math.round((spentUsd / SPENT_SHARE) * 100) / 100);
  await changeBudget(ctx, id, { limitUsd });
}
