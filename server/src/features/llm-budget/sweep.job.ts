// Counts what ran out as spent. Nobody waits for it: a reservation is part of what cannot be spent from its first moment, and
// whoever asks is told as if this had just run. It keeps the table small.
import { DAY_MS } from '#lib/clock';
import type { SystemContext } from '#core/context';
import { job } from '#core/job';
import { chargeExpired, forgetCharged } from './store.ts';

const BATCH = 500;
/** A settlement that comes later than this finds its reservation gone, and changes nothing. */
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
  await metadata.transaction((db) => forgetCharged(db, now - KEEP_MS));
}
