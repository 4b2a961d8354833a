// For queries that are not in order of time: first finds all calls whose content contains the words, then
// runs the query.
import { SECOND_MS } from '#lib/clock';
import { invalid } from '#lib/app-error';
import type { Context } from '#core/context';
import type { CallFilter } from '#records';
import { findCalls } from './find-calls.ts';
import { searchTerms } from './search-terms.ts';

const MOST = 1_000;
const BOUNDS = { limit: MOST + 1, maxOpened: 10_000, maxMs: 10 * SECOND_MS, maxBytes: Infinity };

export async function withContentMatches(
  ctx: Context,
  filter: CallFilter,
  bounds = BOUNDS,
): Promise<CallFilter> {
  const terms = await searchTerms(ctx, filter.search);
  if (!terms) return filter;
  const wanted = { ...filter, search: terms.wanted.text };
  const from = { descending: true, after: null, onlyContent: true };
  const { calls, stoppedAt } = await findCalls(ctx, wanted, terms, from, bounds, ({ call }) => call.id);
  if (stoppedAt) {
    throw invalid(
      'search',
      'Too many calls contain these words for this order or an export. Narrow startTime and endTime, add words, or sort by timestamp.',
      'search_too_broad',
    );
  }
  return { ...wanted, alsoFound: calls };
}
