// Every five minutes, replaces the counted spend by that of the records. This corrects what a killed process
// had not written, and calls that were repriced or deleted.
import { HOUR_MS } from '#lib/clock';
import type { SystemContext } from '#core/context';
import { job } from '#core/jobs/job';
import { spendTrackerOf } from './spend-tracker.ts';
import { reconcileSpend } from './reconcile.ts';
import { selectBudgetedAccounts, selectSettledSpend } from './store.ts';

const ACCOUNTS_AT_ONCE = 200;
/** How often a budget without new spend is reconciled. */
const RESTING_MS = HOUR_MS;

export const gateReconcileJob = job({
  name: 'gate-reconcile',
  schedule: '*/5 * * * *',
  maxAttempts: 1,
  hasWork: async ({ db }) => (await selectBudgetedAccounts(db, '', 1)).length > 0,
  run: (ctx, _payload, signal) => reconcileAll(ctx, signal),
});

async function reconcileAll(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  let failure: unknown = null;
  for (let after = ''; ;) {
    const accounts = await selectBudgetedAccounts(ctx.db, after, ACCOUNTS_AT_ONCE);
    for (const accountId of accounts) {
      signal.throwIfAborted();
      // A failing account must not stop the others.
      await reconcileAccount(ctx, accountId, signal).catch((error: unknown) => (failure = error));
    }
    const last = accounts.at(-1);
    if (last === undefined || accounts.length < ACCOUNTS_AT_ONCE) break;
    after = last;
  }
  if (failure !== null) throw failure;
}

async function reconcileAccount(ctx: SystemContext, accountId: string, signal: AbortSignal): Promise<void> {
  const gate = spendTrackerOf(ctx);
  const state = gate.state(accountId);
  await gate.loaded(state);
  const now = ctx.clock.now();
  const budgets = state.view?.budgets ?? [];
  if (budgets.length === 0) return;
  // Counts that are not written yet would look like no new spend.
  if (state.dirty) await gate.refresh(state);
  const ids = budgets.map(({ id }) => id);
  const settled = await selectSettledSpend(ctx.db, ids, now - RESTING_MS);
  const due = budgets.filter((budget) => {
    const key = state.keyOf(budget, now);
    return !settled.some(
      (each) =>
        each.budgetId === key.budgetId && each.generation === key.generation && each.start === key.start,
    );
  });
  await reconcileSpend(gate, state, due, signal);
}
