import { MAX_ANSWER_BYTES } from '#lib/answer-bytes';
import { invalid } from '#lib/app-error';
import { chunks } from '#lib/chunks';
import { isoTime } from '#lib/clock';
import { WrittenAnswer, type AnswerBudget } from '#core/answer-budget';
import type { Context } from '#core/context';
import {
  placeOf,
  selectCalls,
  type CallOrder,
  type CallPlace,
  type CallRecord,
  type ReadCall,
} from '#records';
import { presentWithin } from './present-call.ts';
import type { CallsQuery } from './schemas/calls.ts';
import { scopeOf, withContent } from '#services/record-access';
import { callPreviews } from './previews.ts';
import { callFilter } from './call-filter.ts';
import { findCalls, PAGE_BOUNDS } from './search/find-calls.ts';
import { searchTerms } from './search/search-terms.ts';
import { openCursor, sealCursor } from './sealed-cursor.ts';
import { newestContentMatches } from './search/with-content-matches.ts';

const DEFAULT_LIMIT = 50;

export async function listCalls(
  ctx: Context,
  body: CallsQuery,
  budget: AnswerBudget,
): Promise<WrittenAnswer> {
  const order = orderOf(body);
  const after = body.cursor === undefined ? null : placeIn(ctx, body.cursor, order);
  const page = await findPage(ctx, body, after, { maxBytes: MAX_ANSWER_BYTES });
  const previews = body.preview === true ? await callPreviews(ctx, page.calls, body.search) : null;
  const calls = page.calls.map(({ call }) => call);
  const { shown, truncated } = await presentWithin(budget, calls, {
    ...(previews ? { added: previews.of } : {}),
    ...(body.content === true ? { opened: openedCalls(ctx, page.calls) } : {}),
  });
  // Fewer calls than were found may fit into the response. The next page continues after the last one shown.
  const last = truncated ? page.calls[shown.length - 1] : undefined;
  const next = last ? placeOf(last, order) : page.next;
  return new WrittenAnswer({
    records: shown,
    nextCursor: next && sealCursor(ctx, 'calls', [nameOf(order), next.value, next.timestampMs, next.id]),
    truncated,
    ...(page.searchedFromMs == null ? {} : { searchedFrom: isoTime(page.searchedFromMs) }),
  });
}

/** Calls whose contents are in memory at once. */
const AT_ONCE = 16;

/** The calls in the same order, with their content. A full page decrypts no more. */
async function* openedCalls(ctx: Context, calls: readonly ReadCall[]): AsyncGenerator<CallRecord> {
  for (const some of chunks(calls, AT_ONCE))
    yield* await withContent(
      ctx,
      some.map(({ call, hasContent }) => ({ record: call, hasContent })),
    );
}

export interface FoundPage {
  calls: readonly ReadCall[];
  /** Null on the last page. */
  next: CallPlace | null;
  /** Set if older calls were not searched. */
  searchedFromMs?: number | null;
}

/** A page of calls as stored. With `maxBytes`, the page ends when its calls have that many bytes. */
export async function findPage(
  ctx: Context,
  body: CallsQuery,
  after: CallPlace | null,
  bound: { maxBytes?: number } = {},
): Promise<FoundPage> {
  const { limit = DEFAULT_LIMIT } = body;
  const order = orderOf(body);
  const filter = await callFilter(ctx, body);
  const terms = order.by === 'timestamp' ? await searchTerms(ctx, filter.search) : null;
  if (terms) {
    // The cost of a page is limited, so a short page is not necessarily the last. The position says how far
    // the search got.
    const from = { descending: order.descending, after, onlyContent: false };
    const bounds = { ...PAGE_BOUNDS, limit: limit + 1 };
    // Omits the quotes around a phrase, because names have none.
    const wanted = { ...filter, search: terms.wanted.text };
    const { calls, stoppedAt } = await findCalls(ctx, wanted, terms, from, bounds, (found) => found);
    return cutPage(calls, order, limit, stoppedAt && { ...stoppedAt, value: stoppedAt.timestampMs });
  }
  const matching = order.by === 'timestamp' ? null : await newestContentMatches(ctx, filter);
  const page = { order, after, limit: limit + 1, ...bound };
  const found = await ctx.records.ask(scopeOf(ctx), selectCalls(matching?.filter ?? filter, page));
  return { ...cutPage(found, order, limit, null), searchedFromMs: matching?.searchedFromMs ?? null };
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

/**
 * A cursor is valid only for the order it was created for. The caller has to keep the rest of the query the
 * same.
 */
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
    throw invalid('cursor', 'The cursor is not from this list in this order.');
  }
  return { value, timestampMs, id };
}
