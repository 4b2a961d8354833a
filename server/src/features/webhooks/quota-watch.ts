// Ingest reports the monthly usage of an account here after each write. That is one map lookup, unless a
// share of the quota is reached that this process has not handled yet.
import { utcMonth } from '#lib/clock';
import type { Context } from '#core/context';
import { perProcess } from '#core/process-state';
import type { WriteOutcome } from '#records';
import { noticeQuota, reachedPercent } from './quota-notice.ts';
import { selectAccountsSubscribed } from './store.ts';

interface Seen {
  month: string;
  /** The operator may change the quota, which changes the shares. */
  quota: number;
  /** The highest share that was handled or is being handled. */
  percent: number;
}

const seenOf = perProcess(() => new Map<number, Seen>());

/** Not awaited: the answer to an export does not depend on the notice. */
export function watchQuota(ctx: Context, outcome: WriteOutcome): void {
  const { account } = ctx;
  if (outcome.status !== 'stored' || outcome.stored === 0 || outcome.used === undefined) return;
  const percent = reachedPercent(outcome.used, account.recordQuota);
  if (percent === 0) return;
  const seen = seenOf(ctx);
  const before = seen.get(account.number);
  const now = { month: utcMonth(ctx.clock.now()), quota: account.recordQuota, percent };
  if (before?.month === now.month && before.quota === now.quota && before.percent >= percent) return;
  seen.set(account.number, now);
  notice(ctx, now).catch((error: unknown) => {
    // The next write and the job try again.
    seen.delete(account.number);
    ctx.log.warn({ err: error, accountId: account.id }, 'a quota notice could not be queued');
  });
}

async function notice(ctx: Context, now: Seen): Promise<void> {
  const [subscribed] = await selectAccountsSubscribed(ctx.db, 'quota.threshold', ctx.account.id);
  // Accounts that subscribe later are notified by the job.
  if (subscribed === undefined) return;
  // Lower than before if a new month has started meanwhile.
  now.percent = await noticeQuota(ctx, ctx.account);
}
