// Plaintext storage that is granted again while content of before is still to be deleted. The deletion takes all
// content of the account, without regard to when it came; run later, it would take what is stored from now on,
// and left out, it would keep what was promised to go. So it is brought forward: first everything stored is
// deleted, then consent is given back, and the job that waited for it is called off. Meanwhile the request has the job
// as a worker would: of several that grant at once one deletes, and none is still deleting when consent is back.
import { randomUUID } from 'node:crypto';
import { SECOND_MS } from '#lib/clock';
import { unavailable } from '#lib/app-error';
import { within } from '#lib/within';
import type { AccountRef } from '#content';
import type { Services } from '#core/context';
import type { Writer } from '#metadata';
import { contentDeletionKey, deleteStoredContent } from './content-deletion.job.ts';
import { claimJob, deleteClaimedJob, putJobBack, selectPendingJob, type JobClaim } from './store.ts';

const PATIENCE_MS = 20 * SECOND_MS;
// Beyond the patience, and within what workers take for a lease (twice their own).
const CLAIM_MS = 45 * SECOND_MS;

const stillDeleting = () =>
  unavailable(
    'content_deletion_pending',
    'Content that was stored before is still being deleted. Try again in a moment.',
  );

/** Returns the claim on the job whose work this did, or null when there was nothing to do. */
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
  // What fails is the worker's again at once; what only takes too long, when the claim has run out.
  const deletion = deleteStoredContent(services, account, { patienceMs: PATIENCE_MS }).catch(
    async (error: unknown) => {
      await metadata.transaction((db) => putJobBack(db, claim));
      throw error;
    },
  );
  await within(PATIENCE_MS, deletion, stillDeleting);
  return claim;
}

/** In the transaction that grants. A job that a worker has by now, or that was added since, must end first. */
export async function callOffDeletion(db: Writer, accountId: string, claim: JobClaim | null): Promise<void> {
  const pending = await selectPendingJob(db, contentDeletionKey(accountId));
  if (!pending) return;
  if (pending.id !== claim?.id || !(await deleteClaimedJob(db, claim))) throw stillDeleting();
}
