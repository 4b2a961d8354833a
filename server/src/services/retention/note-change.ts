import { SECOND_MS, type Clock } from '#lib/clock';
import type { Tx } from '#core/change/change';
import { RETENTION_JOB } from './retention.job.ts';
import { upsertRetentionChange } from './store.ts';

// Requests in progress, and processes that have not seen the change yet, use the old retention for a moment
// longer.
const SETTLE_MS = 5 * SECOND_MS;

/** Call in the transaction that changes the retention, so that it also applies to stored records. */
export async function retentionChanged(tx: Tx, clock: Clock, accountId: string): Promise<void> {
  const now = clock.now();
  await upsertRetentionChange(tx.db, { accountId, changedAt: now });
  // Without a unique key: a running job may have read before this change, and an extra one does no harm.
  await tx.enqueue({ name: RETENTION_JOB, runAt: now + SETTLE_MS });
}
