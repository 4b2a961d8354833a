// Stored calls cost something else than when they were counted. The budgets follow before the next check.
import type { Context } from '#core/context';
import { noteChange } from '#core/change/change-feed';
import { gateOf } from './gate-of.ts';
import { reconcile } from './reconcile.ts';
import { outdateSpend } from './store.ts';

/** Where the records do not answer now, the job that asks them every five minutes does it. */
export async function costsChanged(ctx: Context): Promise<void> {
  const { metadata, feed, clock, log, account } = ctx;
  const gate = gateOf(ctx);
  const state = gate.state(account.id);
  const changed = { topic: 'gate', key: account.id } as const;
  try {
    await gate.loaded(state);
    const budgets = state.view?.budgets ?? [];
    if (budgets.length === 0) return;
    await metadata.transaction((db) => outdateSpend(db, account.id, clock.now()));
    await reconcile(gate, state, budgets);
    // Other processes read what the store says now as soon as they hear of it.
    await metadata.transaction((db) => noteChange(db, clock, changed));
    feed.announce([changed]);
  } catch (error) {
    log.warn({ err: error, account: account.id }, 'budgets do not follow the new costs yet');
  }
}
