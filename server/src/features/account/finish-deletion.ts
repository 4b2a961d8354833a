// Handles plaintext storage that is granted again while older content is still to be deleted. The deletion
// removes all content of the account: if it ran later, it would remove new content, and if it were skipped,
// content that must be deleted would stay. So it is done first: everything stored is deleted, then consent is
// granted and the waiting job is cancelled. Meanwhile the request holds the job like a worker. If several
// requests grant at once, one deletes, and none is still deleting when consent is granted.
import { randomUUID } from 'node:crypto';
import { SECOND_MS } from '#lib/clock';
import { unavailable } from '#lib/app-error';
import { withTimeout } from '#lib/with-timeout';
import type { AccountRef } from '#content';
import type { Services } from '#core/context';
import type { Writer } from '#metadata';
import { contentDeletionKey, deleteStoredContent } from './content-deletion.job.ts';
import { claimJob, deleteClaimedJob, putJobBack, selectPendingJob, type JobClaim } from './store.ts';

const PATIENCE_MS = 20 * SECOND_MS;
// Longer than PATIENCE_MS, and shorter than the longest lease that workers accept (twice their own).
const CLAIM_MS = 45 * SECOND_MS;

const stillDeleting = () =>
  unavailable(
    'content_deletion_pending',
    'Content that was stored before is still being deleted. Try again in a moment.',
  );

/** Returns the claim on the job that this deletion replaced, or null if there was nothing to do. */
export async function deletePendingContent(
  services: Services,
  account: AccountRef,
): Promise<JobClaim | null> {
  const { metadata, clock } = services;
  const pending = await selectPendingJob(metadata.reader, contentDeletionKey(account.id));
  if (!pending) return null;
  const claim = { id: pending.id, holder: `grant-${randomUUID()}` };
  const now = clock.now();
  if (!(await metadata.transaction((db) => claimJob(db, claim, now, now + CLAIM_MS)))) throw stillDeleting();
  // After a failure a worker can take the job at once; after a timeout it can once the claim has expired.
  const deletion = deleteStoredContent(services, account).catch(async (error: unknown) => {
    await metadata.transaction((db) => putJobBack(db, claim));
    throw error;
  });
  await withTimeout(PATIENCE_MS, deletion, stillDeleting);
  return claim;
}

/**
 * Call in the transaction that grants. A job that a worker has taken or that was added since must end first.
 */
export async function callOffDeletion(db: Writer, accountId: string, claim: JobClaim | null): Promise<void> {
  const pending = await selectPendingJob(db, contentDeletionKey(accountId));
  if (!pending) return;
  if (pending.id !== claim?.id || !(await deleteClaimedJob(db, claim))) throw stillDeleting();
}
