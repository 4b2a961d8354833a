// Refreshes the proposals of one account outside the daily run.
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import { job, type Enqueue } from '#core/jobs/job';
import { refreshAccount } from './refresh.ts';

const NAME = 'proposals-of-account';
/** New records can be queried by then. */
const SETTLE_MS = 5 * SECOND_MS;

export const lookForProposals = (accountId: string, now: number): Enqueue => ({
  name: NAME,
  payload: { accountId },
  uniqueKey: `${NAME}:${accountId}`,
  runAt: now + SETTLE_MS,
});

export const proposalsOfAccountJob = job<{ accountId: string } | null>({
  name: NAME,
  maxAttempts: 2,
  firstRetryMs: MINUTE_MS,
  timeoutMs: 10 * MINUTE_MS,
  run: async (ctx, payload, signal) => {
    const account = payload && (await ctx.accounts.get(payload.accountId));
    if (account) await refreshAccount(ctx, account, signal);
  },
});
