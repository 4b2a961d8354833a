// Spans of any type: calls, tools, agents, retrievals and all others, over all traces.
import { invalid } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import { asJson, WrittenAnswer, type AnswerBudget } from '#core/answer-budget';
import type { Context } from '#core/context';
import {
  placeOfSpan,
  selectSpanPage,
  type ListedSpan,
  type ListedSpanPlace,
  type SpanFilter,
  type SpanOrder,
} from '#records';
import { scopeOf } from '#services/record-access';
import { spanFilter } from './call-filter.ts';
import { openCursor, sealCursor } from './sealed-cursor.ts';
import type { SpanList, SpanListQuery, SpanRow } from './schemas/span-list.ts';
import { newestContentMatches } from './search/with-content-matches.ts';

const DEFAULT_LIMIT = 50;
const LIST = 'span-list';

export async function querySpans(
  ctx: Context,
  body: SpanListQuery,
  budget: AnswerBudget,
): Promise<WrittenAnswer> {
  const { limit = DEFAULT_LIMIT, cursor } = body;
  const order = spanOrderOf(body);
  const after = cursor === undefined ? null : placeIn(ctx, cursor, order);
  const { filter, searchedFromMs } = await searchedSpans(ctx, body);
  const found = await ctx.records.ask(
    scopeOf(ctx),
    selectSpanPage(filter, { order, after, limit: limit + 1 }),
  );
  const page = found.slice(0, limit).map((span) => asJson(presentSpanRow(span)));
  const beyond = page.findIndex(({ bytes }) => !budget.take(bytes));
  const spans = beyond < 0 ? page : page.slice(0, beyond);
  const last = spans.length < found.length ? found[spans.length - 1] : undefined;
  const next = last && placeOfSpan(last, order);
  return new WrittenAnswer({
    spans,
    nextCursor: next ? sealCursor(ctx, LIST, [nameOf(order), next.value, next.timestampMs, next.id]) : null,
    truncated: beyond >= 0,
    searchedFrom: searchedFromMs === null ? null : isoTime(searchedFromMs),
  } satisfies SpanList);
}

/** The filter of a body. Words are also looked for in the content of calls, that of the newest if there are many. */
export async function searchedSpans(
  ctx: Context,
  body: SpanListQuery,
): Promise<{ filter: SpanFilter; searchedFromMs: number | null }> {
  const filter = await spanFilter(ctx, body);
  if (filter.search === undefined) return { filter, searchedFromMs: null };
  const { startMs, endMs, search, traceId, sessionId, userId, includeEvalRuns } = filter;
  const wanted = { startMs, endMs, search, traceId, sessionId, userId, includeEvalRuns };
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const { filter: matching, searchedFromMs } = await newestContentMatches(ctx, Object.fromEntries(given));
  const { search: words = search, alsoFound, startMs: fromMs } = matching;
  const found = {
    search: words,
    ...(alsoFound ? { alsoFound } : {}),
    ...(fromMs === undefined ? {} : { startMs: fromMs }),
  };
  return { filter: { ...filter, ...found }, searchedFromMs };
}

export const spanOrderOf = ({ sortBy = 'startTime', sortOrder = 'desc' }: SpanListQuery): SpanOrder => ({
  by: sortBy,
  descending: sortOrder === 'desc',
});

const nameOf = ({ by, descending }: SpanOrder): string => `${by} ${descending ? 'desc' : 'asc'}`;

/** A cursor is valid only for the order it was created for. */
function placeIn(ctx: Context, cursor: string, order: SpanOrder): ListedSpanPlace {
  const kind = order.by === 'name' ? 'string' : 'number';
  const [made, value, timestampMs, id] =
    openCursor(ctx, LIST, cursor, ['string', kind, 'integer', 'string']) ?? [];
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

export function presentSpanRow(span: ListedSpan): SpanRow {
  const isCall = span.kind === 'llm';
  return {
    id: span.id,
    traceId: span.traceId || null,
    spanId: span.spanId || null,
    parentSpanId: span.parentSpanId || null,
    kind: span.kind,
    type: span.type,
    name: span.name,
    agent: span.agent || null,
    tool: span.tool || null,
    startTime: isoTime(span.startMs),
    durationMs: span.durationMs,
    error: span.error || null,
    sessionId: span.sessionId || null,
    userId: span.userId || null,
    release: span.release || null,
    environment: span.environment || null,
    provider: isCall ? span.provider : null,
    model: isCall ? span.model : null,
    totalTokens: isCall ? span.totalTokens : null,
    costUsd: isCall ? span.costUsd : null,
  };
}
