import { isoTime } from '#lib/clock';
import { usd } from '#lib/money';
import type { Context } from '#core/context';
import type { GateBudgetsTable } from '#metadata';
import { providerNamer } from '#otlp';
import { spendTrackerOf } from '../spend/spend-tracker.ts';
import { viewBudget } from '../view.ts';
import { periodEnd, periodStart } from './period.ts';
import type { Budget } from './schemas.ts';

/** With the current spend and holds, as checks see them. */
export async function presentBudgets(ctx: Context, rows: readonly GateBudgetsTable[]): Promise<Budget[]> {
  const gate = spendTrackerOf(ctx);
  const state = gate.state(ctx.account.id);
  if (rows.length > 0) await gate.ready(state);
  const now = ctx.clock.now();
  const nameOf = providerNamer(ctx.config.providers);
  return rows.map((row) => {
    const { spentMicros, heldMicros, unpricedCalls, unpricedTokens } = state.figures(
      viewBudget(row, nameOf),
      now,
    );
    return {
      id: row.id,
      name: row.name,
      limitUsd: usd(row.limit_micros),
      period: row.period,
      scope: JSON.parse(row.scope) as Budget['scope'],
      action: row.action,
      failMode: row.fail_mode,
      onUnpriced: row.on_unpriced,
      spentUsd: usd(spentMicros),
      heldUsd: usd(heldMicros),
      remainingUsd: usd(Math.max(0, row.limit_micros - spentMicros - heldMicros)),
      unpriced: { calls: unpricedCalls, tokens: unpricedTokens },
      periodStart: isoTime(periodStart(row.period, now)),
      periodEnd: isoTime(periodEnd(row.period, now)),
      createdAt: isoTime(row.created_at),
      updatedAt: isoTime(row.updated_at),
    };
  });
}

export async function presentBudget(ctx: Context, row: GateBudgetsTable): Promise<Budget> {
  const [budget] = await presentBudgets(ctx, [row]);
  if (!budget) throw new Error('The budget was not presented.');
  return budget;
}
