// The number of scores that an account may have. It is counted now and then and estimated in between: it
// protects the store, and no bill depends on it.
import { MINUTE_MS } from '#lib/clock';
import type { Context } from '#core/context';
import { perProcess } from '#core/process-state';
import { countScoresUpTo } from './store.ts';

const COUNTED_FOR_MS = MINUTE_MS;

interface Counted {
  count: number;
  at: number;
}

const countsOf = perProcess(() => new Map<string, Counted>());
const MAX_ACCOUNTS = 10_000;

/** Twice the monthly record quota: a score for each record of the last weeks, with some to spare. */
export const maxScores = ({ account }: Pick<Context, 'account'>): number => 2 * account.recordQuota;

/** How many of `wanted` new scores still fit. They count as stored. */
export async function roomFor(ctx: Context, wanted: number): Promise<number> {
  if (wanted === 0) return 0;
  const { account, clock, db } = ctx;
  const counts = countsOf(ctx);
  const now = clock.now();
  const max = maxScores(ctx);
  let counted = counts.get(account.id);
  // A full account is counted each time, so that a deletion makes room at once.
  if (!counted || now - counted.at >= COUNTED_FOR_MS || now < counted.at || counted.count + wanted > max) {
    counted = { count: await countScoresUpTo(db, account.id, max), at: now };
    if (counts.size >= MAX_ACCOUNTS) counts.clear();
    counts.set(account.id, counted);
  }
  const room = Math.min(wanted, Math.max(0, max - counted.count));
  counted.count += room;
  return room;
}
