// Reads calls that arrived since a rule or a queue last looked, with some overlap: a call gets its timestamp when its
// request arrives and becomes visible moments later, perhaps in another process with a slightly different
// clock.
import { hash } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '#lib/clock';
import type { Context } from '#core/context';
import { selectArrivedCalls, type Arrival } from '#records';
import type { StoredFilter } from './filter-schemas.ts';
import { filterOf, scopeOf } from './scope.ts';
import { withPrompts } from './with-prompts.ts';

export const OVERLAP_MS = 2 * MINUTE_MS;
/**
 * Older calls are skipped, because rules are about current traffic, and a rule that waited for days must not
 * cause a storm.
 */
export const MAX_BEHIND_MS = HOUR_MS;

const PAGE = 2_000;
const MAX_PAGES = 10;

interface NewCalls {
  arrivals: Arrival[];
  /** Everything before this time has been seen. */
  seenUntilMs: number;
}

export async function lookForCalls(ctx: Context, filter: StoredFilter, sinceMs: number): Promise<NewCalls> {
  const askedAt = ctx.clock.now();
  const wanted = await withPrompts(ctx, filterOf(filter));
  const arrivals: Arrival[] = [];
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const after = arrivals.at(-1) ?? null;
    const page = await ctx.records.ask(
      scopeOf(ctx),
      selectArrivedCalls(wanted, { sinceMs, after, limit: PAGE }),
    );
    arrivals.push(...page);
    if (page.length < PAGE) return { arrivals, seenUntilMs: Math.max(sinceMs, askedAt - OVERLAP_MS) };
  }
  return { arrivals, seenUntilMs: arrivals.at(-1)?.receivedMs ?? sinceMs };
}

const RANGE = 2 ** 32;

/**
 * Whether a call is in the sample of a rule or a queue. Only the ids decide: the sample is deterministic, a
 * larger share contains every smaller one, and two owners have different samples.
 */
export function inSample(ownerId: number | string, callId: string, pct: number): boolean {
  const drawn = Number.parseInt(hash('sha256', `${ownerId} ${callId}`, 'hex').slice(0, 8), 16);
  return drawn < (pct / 100) * RANGE;
}
