// Ingest says here how much of the month an account has used after each write. That is one look at a map, unless a share of the quota
// is reached that this process has not dealt with yet.
import { utcMonth } from '#lib/clock';
import type { Context } from '#core/context';
import type { ChangeFeed } from '#core/change-feed';
import type { WriteOutcome } from '#records';
import { noticeQuota, reachedPercent } from './quota-notice.ts';
import { selectAccountsSubscribed } from './store.ts';

interface Seen {
  month: string;
  /** The operator may change it, and another quota has other shares. */
  quota: number;
  /** The highest share that was dealt with, or is being dealt with. */
  percent: number;
}

// One to a process: it lives as long as the feed that every part of the process shares.
const watches = new WeakMap<ChangeFeed, Map<number, Seen>>();

/** Nobody waits for the notice: an answer to an export does not depend on it. */
export function watchQuota(ctx: Context, outcome: WriteOutcome): void {
  const { account } = ctx;
  if (outcome.status !== 'stored' || outcome.stored === 0 || outcome.used === undefined) return;
  const percent = reachedPercent(outcome.used, account.recordQuota);
  if (percent === 0) return;
  const seen = watches.getOrInsertComputed(ctx.feed, () => new Map<number, Seen>());
  const before = seen.get(account.number);
  const now = { month: utcMonth(ctx.clock.now()), quota: account.recordQuota, percent };
  if (before?.month === now.month && before.quota === now.quota && before.percent >= percent) return;
  seen.set(account.number, now);
  notice(ctx, now).catch((error: unknown) => {
    // The next write tries again, and so does the job.
    seen.delete(account.number);
    ctx.log.warn({ err: error, accountId: account.id }, 'a quota notice could not be queued');
  });
}

async function notice(ctx: Context, now: Seen): Promise<void> {
  const [subscribed] = await selectAccountsSubscribed(ctx.db, 'quota.threshold', ctx.account.id);
  // One who subscribes later hears of it from the job.
  if (subscribed === undefined) return;
  // Less than what was seen when the month has turned meanwhile.
  now.percent = await noticeQuota(ctx, ctx.account);
}
