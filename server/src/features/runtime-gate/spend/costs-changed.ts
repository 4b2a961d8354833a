// The cost of stored calls changed. Budgets are updated before the next check.
import type { Context } from '#core/context';
import { noteChange } from '#core/change/change-feed';
import { spendTrackerOf } from './spend-tracker.ts';
import { reconcileSpend } from './reconcile.ts';
import { outdateSpend } from './store.ts';

/** If the records do not answer now, the job that runs every five minutes does it. */
export async function costsChanged(ctx: Context): Promise<void> {
  const { metadata, feed, clock, log, account } = ctx;
  const gate = spendTrackerOf(ctx);
  const state = gate.state(account.id);
  const changed = { topic: 'gate', key: account.id } as const;
  try {
    await gate.loaded(state);
    const budgets = state.view?.budgets ?? [];
    if (budgets.length === 0) return;
    await metadata.transaction((db) => outdateSpend(db, account.id, clock.now()));
    await reconcileSpend(gate, state, budgets);
    // Other processes read the new state as soon as they are notified.
    await metadata.transaction((db) => noteChange(db, clock, changed));
    feed.announce([changed]);
  } catch (error) {
    log.warn({ err: error, account: account.id }, 'budgets could not be updated to the new costs yet');
  }
}
