// For queries that are not in order of time: first finds the newest calls whose content contains the words, then runs
// the query over these.
import { SECOND_MS } from '#lib/clock';
import { invalid } from '#lib/app-error';
import type { Context } from '#core/context';
import type { CallFilter } from '#records';
import { findCalls } from './find-calls.ts';
import { searchTerms } from './search-terms.ts';

const MOST = 1_000;
const BOUNDS = { limit: MOST + 1, maxOpened: 10_000, maxMs: 10 * SECOND_MS, maxBytes: Infinity };

interface ContentMatches {
  filter: CallFilter;
  /** Calls before this time were not searched; null if all were. The filter does not select them. */
  searchedFromMs: number | null;
}

/** Calls that match, the newest ones if there are many. */
export async function newestContentMatches(
  ctx: Context,
  filter: CallFilter,
  bounds = BOUNDS,
): Promise<ContentMatches> {
  const terms = await searchTerms(ctx, filter.search);
  if (!terms) return { filter, searchedFromMs: null };
  const wanted = { ...filter, search: terms.wanted.text };
  const from = { descending: true, after: null, onlyContent: true };
  const { calls, stoppedAt } = await findCalls(ctx, wanted, terms, from, bounds, ({ call }) => call.id);
  const found = { ...wanted, alsoFound: calls };
  if (!stoppedAt) return { filter: found, searchedFromMs: null };
  return { filter: { ...found, startMs: stoppedAt.timestampMs }, searchedFromMs: stoppedAt.timestampMs };
}

/** An export has all calls that match, or none. */
export async function withContentMatches(ctx: Context, filter: CallFilter): Promise<CallFilter> {
  const { filter: found, searchedFromMs } = await newestContentMatches(ctx, filter);
  if (searchedFromMs === null) return found;
  throw searchTooBroad();
}

export const searchTooBroad = () =>
  invalid(
    'search',
    'Too many calls contain these words for an export. Narrow startTime and endTime, or add words.',
    'search_too_broad',
  );
