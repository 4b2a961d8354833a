// Plaintext storage that is granted again while content of before is still to be deleted. The deletion takes all
// content of the account, without regard to when it came; run later, it would take what is stored from now on,
// and left out, it would keep what was promised to go. So it is brought forward: first everything stored is
// deleted, then consent is given back, and the job that waited for it is called off.
import { SECOND_MS } from '#lib/clock';
import { unavailable } from '#lib/app-error';
import { within } from '#lib/within';
import type { Services } from '#core/context';
import type { Writer } from '#metadata';
import { contentDeletionKey } from './content-deletion.job.ts';
import { deleteWaitingJob, selectPendingJob } from './store.ts';

const PATIENCE_MS = 20 * SECOND_MS;

const stillDeleting = () =>
  unavailable(
    'content_deletion_pending',
    'Content that was stored before is still being deleted. Try again in a moment.',
  );

export interface AccountRef {
  id: string;
  number: number;
}

/** Returns the id of the job whose work this did, or null when there was nothing to do. */
export async function deletePendingContent(services: Services, account: AccountRef): Promise<number | null> {
  const pending = await selectPendingJob(services.metadata.reader, contentDeletionKey(account.id));
  if (!pending) return null;
  await within(PATIENCE_MS, services.records.deleteContent(account.number), stillDeleting);
  return pending.id;
}

/** In the transaction that grants. A job that runs at this moment, or was added since, must end first. */
export async function callOffDeletion(db: Writer, accountId: string, doneId: number | null): Promise<void> {
  const pending = await selectPendingJob(db, contentDeletionKey(accountId));
  if (!pending) return;
  if (pending.id !== doneId || !(await deleteWaitingJob(db, pending.id))) throw stillDeleting();
}
