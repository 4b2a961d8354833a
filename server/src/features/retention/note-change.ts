import { SECOND_MS, type Clock } from '#lib/clock';
import type { Tx } from '#core/change';
import { RETENTION_JOB } from './retention.job.ts';
import { upsertRetentionChange } from './store.ts';

// Requests under way, and processes that have yet to hear of the change, store with the old retention for a moment more.
const SETTLE_MS = 5 * SECOND_MS;

/** In the transaction that changes it: what the account has stored is to expire by its retention of now. */
export async function retentionChanged(tx: Tx, clock: Clock, accountId: string): Promise<void> {
  const now = clock.now();
  await upsertRetentionChange(tx.db, { accountId, changedAt: now });
  // Without a key: one that runs already may have looked before this change, and one too many finds nothing to do.
  await tx.enqueue({ name: RETENTION_JOB, runAt: now + SETTLE_MS });
}
