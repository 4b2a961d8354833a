import { MAX_ANSWER_BYTES } from '#lib/answer-bytes';
import { invalid } from '#lib/app-error';
import { WrittenAnswer, type AnswerBudget } from '#core/answer-budget';
import type { Context } from '#core/context';
import { placeOf, type CallFilter, type CallOrder, type CallPlace, type ReadCall } from '#records';
import { presentWithin } from './present-call.ts';
import type { CallsQuery } from './schemas.ts';
import { filterOf, scopeOf } from './scope.ts';
import { findCalls, PAGE_BOUNDS } from './search/find-calls.ts';
import { searchTerms, type SearchTerms } from './search/search-terms.ts';
import { openCursor, sealCursor } from './sealed-cursor.ts';
import { withContentMatches } from './search/with-content-matches.ts';
import { withPrompts } from './with-prompts.ts';

const DEFAULT_LIMIT = 50;

export async function listCalls(
  ctx: Context,
  body: CallsQuery,
  budget: AnswerBudget,
): Promise<WrittenAnswer> {
  const { limit = DEFAULT_LIMIT, sortBy = 'timestamp', sortOrder = 'desc', cursor } = body;
  const order: CallOrder = { by: sortBy, descending: sortOrder === 'desc' };
  const after = cursor === undefined ? null : placeIn(ctx, cursor, order);
  const filter = await withPrompts(ctx, filterOf(body));
  const terms = order.by === 'timestamp' ? await searchTerms(ctx, filter.search) : null;
  if (terms) return searchedPage(ctx, filter, terms, order, after, limit, budget);
  const page = { order, after, limit: limit + 1, maxBytes: MAX_ANSWER_BYTES };
  const wanted = order.by === 'timestamp' ? filter : await withContentMatches(ctx, filter);
  const found = await ctx.records.listCalls(scopeOf(ctx), wanted, page);
  return pageOf(ctx, found, { order, limit, stoppedAt: null }, budget);
}

/** May be short, and still not the last: what it may cost is bounded, and the cursor says how far it came. */
async function searchedPage(
  ctx: Context,
  filter: CallFilter,
  terms: SearchTerms,
  order: CallOrder,
  after: CallPlace | null,
  limit: number,
  budget: AnswerBudget,
): Promise<WrittenAnswer> {
  const from = { descending: order.descending, after, onlyContent: false };
  const bounds = { ...PAGE_BOUNDS, limit: limit + 1 };
  // Without the quotes of a phrase, which no name has.
  const wanted = { ...filter, search: terms.wanted.text };
  const { calls, stoppedAt } = await findCalls(ctx, wanted, terms, from, bounds);
  const place = stoppedAt && { ...stoppedAt, value: stoppedAt.timestampMs };
  return pageOf(ctx, calls, { order, limit, stoppedAt: place }, budget);
}

interface PageEnd {
  order: CallOrder;
  limit: number;
  /** Where the search came to an end before the page was full. */
  stoppedAt: CallPlace | null;
}

/** Fewer than the limit when more would not fit into an answer; the next page goes on behind the last that is shown. */
async function pageOf(
  ctx: Context,
  found: readonly ReadCall[],
  { order, limit, stoppedAt }: PageEnd,
  budget: AnswerBudget,
): Promise<WrittenAnswer> {
  const page = found.slice(0, limit).map(({ call }) => call);
  const { shown, truncated } = await presentWithin(budget, page);
  const last = shown.length < found.length ? found[shown.length - 1] : undefined;
  const place = last ? placeOf(last, order) : stoppedAt;
  return new WrittenAnswer({
    records: shown,
    nextCursor: place && cursorAt(ctx, place, order),
    truncated,
  });
}

const name = ({ by, descending }: CallOrder): string => `${by} ${descending ? 'desc' : 'asc'}`;

const cursorAt = (ctx: Context, { value, timestampMs, id }: CallPlace, order: CallOrder): string =>
  sealCursor(ctx, 'calls', [name(order), value, timestampMs, id]);

const TEXT_COLUMNS: ReadonlySet<string> = new Set(['provider', 'model', 'error']);

/** A cursor goes on in the order that it was made for; the rest of the question must stay the same too, which is the asker's part. */
function placeIn(ctx: Context, cursor: string, order: CallOrder): CallPlace {
  const kind = TEXT_COLUMNS.has(order.by) ? 'string' : 'number';
  const [made, value, timestampMs, id] =
    openCursor(ctx, 'calls', cursor, ['string', kind, 'integer', 'string']) ?? [];
  if (
    made !== name(order) ||
    value === undefined ||
    typeof timestampMs !== 'number' ||
    typeof id !== 'string'
  ) {
    throw invalid('cursor', 'The cursor is not one that this list gave out in this order.');
  }
  return { value, timestampMs, id };
}
