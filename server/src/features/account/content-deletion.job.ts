// Deletes the stored content of an account that withdrew plaintext storage. Durable: it is retried until it
// succeeds.
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import type { AccountRef } from '#content';
import { loadAccount } from '#core/access/accounts';
import type { Services } from '#core/context';
import { hooksOf } from '#core/hooks';
import { job, type Enqueue } from '#core/jobs/job';
import { deleteContent } from '#records';

const NAME = 'content-deletion';
// Requests in progress, and processes that have not seen the change yet, may store content for a moment
// longer.
const SETTLE_MS = 5 * SECOND_MS;
const MAX_ATTEMPTS = 10_000;

export const contentDeletionKey = (accountId: string): string => `${NAME}:${accountId}`;

export const contentDeletion = (accountId: string, now: number): Enqueue => ({
  name: NAME,
  payload: { accountId },
  uniqueKey: contentDeletionKey(accountId),
  runAt: now + SETTLE_MS,
  maxAttempts: MAX_ATTEMPTS,
});

export async function deleteStoredContent(services: Services, account: AccountRef): Promise<void> {
  await services.records.admin.change(account.number, deleteContent());
  await services.metadata.transaction(async (db) => {
    for (const { onContentDeleted } of hooksOf(services)) await onContentDeleted?.(db, account);
  });
}

export const contentDeletionJob = job<{ accountId: string } | null>({
  name: NAME,
  firstRetryMs: 5 * SECOND_MS,
  maxRetryMs: 5 * MINUTE_MS,
  // A mutation rewrites whole parts, which takes a while on a large account.
  timeoutMs: 30 * MINUTE_MS,
  run: async (ctx, payload) => {
    if (payload === null) return;
    const account = await loadAccount(ctx.db, payload.accountId);
    // Consent cannot be granted again while this job waits or runs (finish-deletion.ts), so no newer content
    // is lost.
    if (!account || account.consents.plaintextStorage) return;
    await deleteStoredContent(ctx, account);
  },
});
