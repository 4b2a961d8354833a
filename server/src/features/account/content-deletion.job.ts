// Deletes the stored content of an account that withdrew plaintext storage. Durable: it is tried until it is done.
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import { loadAccount } from '#core/accounts';
import { job, type Enqueue } from '#core/job';

const NAME = 'content-deletion';
// Requests under way, and processes that have yet to hear of the change, may store content for a moment more.
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

export const contentDeletionJob = job<{ accountId: string } | null>({
  name: NAME,
  firstRetryMs: 5 * SECOND_MS,
  maxRetryMs: 5 * MINUTE_MS,
  // A mutation rewrites whole parts: on a large account it takes a while.
  timeoutMs: 30 * MINUTE_MS,
  run: async (ctx, payload) => {
    if (payload === null) return;
    const account = await loadAccount(ctx.db, payload.accountId);
    // Consent cannot come back while this job waits or runs (finish-deletion.ts); so nothing newer is ever lost here.
    if (!account || account.consents.plaintextStorage) return;
    await ctx.records.deleteContent(account.number);
  },
});
