// What came since a rule last looked. It looks a little further back than it has to: a call is stamped when its request comes in and
// can be seen some moments later, in another process perhaps, whose clock is not quite ours.
import { HOUR_MS, MINUTE_MS } from '#lib/clock';
import type { Context } from '#core/context';
import { filterOf, scopeOf, withPrompts, type RunFilter } from '#features/query';
import type { Arrival } from '#records';

export const OVERLAP_MS = 2 * MINUTE_MS;
/** What came longer ago is left out: this is about what happens now, and a rule that was kept waiting for days must not begin a storm. */
export const MAX_BEHIND_MS = HOUR_MS;

const PAGE = 2_000;
const MOST_PAGES = 10;

export interface Look {
  arrivals: Arrival[];
  /** Everything that came before this has been seen. */
  seenUntilMs: number;
}

export async function lookFrom(ctx: Context, filter: RunFilter, sinceMs: number): Promise<Look> {
  const askedAt = ctx.clock.now();
  const wanted = await withPrompts(ctx, filterOf(filter));
  const arrivals: Arrival[] = [];
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const after = arrivals.at(-1) ?? null;
    const page = await ctx.records.arrivedCalls(scopeOf(ctx), wanted, { sinceMs, after, limit: PAGE });
    arrivals.push(...page);
    if (page.length < PAGE) return { arrivals, seenUntilMs: Math.max(sinceMs, askedAt - OVERLAP_MS) };
  }
  return { arrivals, seenUntilMs: arrivals.at(-1)?.receivedMs ?? sinceMs };
}
