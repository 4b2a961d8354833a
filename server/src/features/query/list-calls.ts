import { MAX_ANSWER_BYTES } from '#lib/answer-bytes';
import { invalid } from '#lib/app-error';
import { WrittenAnswer, type AnswerBudget } from '#core/answer-budget';
import type { Context } from '#core/context';
import { placeOf, selectCalls, type CallOrder, type CallPlace, type ReadCall } from '#records';
import { presentWithin } from './present-call.ts';
import type { CallsQuery } from './schemas/calls.ts';
import { filterOf, scopeOf, withPrompts } from '#services/record-access';
import { findCalls, PAGE_BOUNDS } from './search/find-calls.ts';
import { searchTerms } from './search/search-terms.ts';
import { openCursor, sealCursor } from './sealed-cursor.ts';
import { withContentMatches } from './search/with-content-matches.ts';

const DEFAULT_LIMIT = 50;

export async function listCalls(
  ctx: Context,
  body: CallsQuery,
  budget: AnswerBudget,
): Promise<WrittenAnswer> {
  const order = orderOf(body);
  const after = body.cursor === undefined ? null : placeIn(ctx, body.cursor, order);
  const page = await findPage(ctx, body, after, { maxBytes: MAX_ANSWER_BYTES });
  const { shown, truncated } = await presentWithin(
    budget,
    page.calls.map(({ call }) => call),
  );
  // Fewer than were found when more would not fit into an answer; the next page goes on behind the last that is shown.
  const last = truncated ? page.calls[shown.length - 1] : undefined;
  const next = last ? placeOf(last, order) : page.next;
  return new WrittenAnswer({
    records: shown,
    nextCursor: next && sealCursor(ctx, 'calls', [nameOf(order), next.value, next.timestampMs, next.id]),
    truncated,
  });
}

export interface FoundPage {
  calls: readonly ReadCall[];
  /** Null: this is the last page. */
  next: CallPlace | null;
}

/** A page of calls as they are stored. With `maxBytes`, the rest is left out once those before it come to so much. */
export async function findPage(
  ctx: Context,
  body: CallsQuery,
  after: CallPlace | null,
  bound: { maxBytes?: number } = {},
): Promise<FoundPage> {
  const { limit = DEFAULT_LIMIT } = body;
  const order = orderOf(body);
  const filter = await withPrompts(ctx, filterOf(body));
  const terms = order.by === 'timestamp' ? await searchTerms(ctx, filter.search) : null;
  if (terms) {
    // May be short, and still not the last: what it may cost is bounded, and the place says how far it came.
    const from = { descending: order.descending, after, onlyContent: false };
    const bounds = { ...PAGE_BOUNDS, limit: limit + 1 };
    // Without the quotes of a phrase, which no name has.
    const wanted = { ...filter, search: terms.wanted.text };
    const { calls, stoppedAt } = await findCalls(ctx, wanted, terms, from, bounds, (found) => found);
    return cutPage(calls, order, limit, stoppedAt && { ...stoppedAt, value: stoppedAt.timestampMs });
  }
  const wanted = order.by === 'timestamp' ? filter : await withContentMatches(ctx, filter);
  const page = { order, after, limit: limit + 1, ...bound };
  return cutPage(await ctx.records.ask(scopeOf(ctx), selectCalls(wanted, page)), order, limit, null);
}

function cutPage(
  found: readonly ReadCall[],
  order: CallOrder,
  limit: number,
  stoppedAt: CallPlace | null,
): FoundPage {
  const calls = found.slice(0, limit);
  const last = calls.length < found.length ? calls.at(-1) : undefined;
  return { calls, next: last ? placeOf(last, order) : stoppedAt };
}

const orderOf = ({ sortBy = 'timestamp', sortOrder = 'desc' }: CallsQuery): CallOrder => ({
  by: sortBy,
  descending: sortOrder === 'desc',
});

const nameOf = ({ by, descending }: CallOrder): string => `${by} ${descending ? 'desc' : 'asc'}`;

const TEXT_COLUMNS: ReadonlySet<string> = new Set(['provider', 'model', 'error']);

/** A cursor goes on in the order that it was made for; the rest of the question must stay the same too, which is the asker's part. */
function placeIn(ctx: Context, cursor: string, order: CallOrder): CallPlace {
  const kind = TEXT_COLUMNS.has(order.by) ? 'string' : 'number';
  const [made, value, timestampMs, id] =
    openCursor(ctx, 'calls', cursor, ['string', kind, 'integer', 'string']) ?? [];
  if (
    made !== nameOf(order) ||
    value === undefined ||
    typeof timestampMs !== 'number' ||
    typeof id !== 'string'
  ) {
    throw invalid('cursor', 'The cursor is not one that this list gave out in this order.');
  }
  return { value, timestampMs, id };
}
