// Counts expired reservations as spent. Nothing depends on when it runs: reservations reduce the budget from
// the start, and reads already count expired ones as spent. It keeps the table small.
import { DAY_MS, utcDay } from '#lib/clock';
import type { SystemContext } from '#core/context';
import { job } from '#core/jobs/job';
import { forgetConnectionDays } from '../connections/store.ts';
import { chargeExpired, forgetCharged } from './store.ts';

const BATCH = 500;
/** A later settlement finds no reservation and changes nothing. */
const KEEP_MS = 7 * DAY_MS;

export const budgetSweepJob = job({
  name: 'llm-budget-sweep',
  schedule: '7,37 * * * *',
  run: (ctx, _payload, signal) => sweep(ctx, signal),
});

async function sweep({ metadata, clock }: SystemContext, signal: AbortSignal): Promise<void> {
  const now = clock.now();
  for (let charged = BATCH; charged === BATCH;) {
    signal.throwIfAborted();
    charged = await metadata.transaction((db) => chargeExpired(db, metadata.kind, now, BATCH));
  }
  await metadata.transaction(async (db) => {
    await forgetCharged(db, now - KEEP_MS);
    await forgetConnectionDays(db, utcDay(now - KEEP_MS));
  });
}
