import { invalid } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import { tidy } from '#lib/tidy';
import { JsonText, WrittenAnswer, type AnswerBudget } from '#core/answer-budget';
import type { Context } from '#core/context';
import { scoresOfTraces } from '#features/scores';
import {
  selectSortedTraces,
  selectTraceList,
  type CallFilter,
  type RunCondition,
  type RunFilter,
  type RunOrder,
  type TraceFigures,
  type TracePlace,
} from '#records';
import { previewOf, type PreviewText } from '#services/conversation';
import { readContents, runConditionsOf, scopeOf } from '#services/record-access';
import { callFilter } from './call-filter.ts';
import { endTime } from './end-time.ts';
import { scoresWithin } from './present-call.ts';
import { asPreview } from './previews.ts';
import { openCursor, sealCursor } from './sealed-cursor.ts';
import { sealSortedCursor, sortedPlaceIn } from './sorted-cursor.ts';
import type { ContentPreview } from './schemas/previews.ts';
import { MOST_SCORES, type TracesQuery, type TraceSummary } from './schemas/trace-list.ts';
import { newestContentMatches } from './search/with-content-matches.ts';

const DEFAULT_LIMIT = 50;

export async function listTraces(
  ctx: Context,
  body: TracesQuery,
  budget: AnswerBudget,
): Promise<WrittenAnswer> {
  const { traces, nextCursor, searchedFromMs } = await findTraces(ctx, body);
  const [scores, previews] = await Promise.all([
    scoresOfTraces(ctx, traces, MOST_SCORES),
    body.preview === true ? tracePreviews(ctx, traces) : null,
  ]);
  const shown = traces.map((trace) =>
    Object.assign(presentTrace(trace), previews ? { preview: previews(trace) } : {}),
  );
  // Names and tags are bounded, so a page of them always fits.
  budget.take(new JsonText(shown).bytes);
  return new WrittenAnswer({
    traces: shown.map((trace): TraceSummary =>
      Object.assign(trace, { scores: scoresWithin(budget, scores.get(trace.traceId) ?? []) }),
    ),
    nextCursor,
    searchedFrom: searchedFromMs === null ? null : isoTime(searchedFromMs),
  });
}

interface FoundTraces {
  traces: TraceFigures[];
  nextCursor: string | null;
  searchedFromMs: number | null;
}

/** Latest activity first, unless an order or a condition needs the figures of all runs. */
export async function findTraces(ctx: Context, body: TracesQuery): Promise<FoundTraces> {
  const { limit = DEFAULT_LIMIT, cursor } = body;
  const { where, sortBy, sortOrder = 'desc' } = body;
  const conditions = runConditionsOf(where);
  const order: RunOrder | null =
    sortBy === undefined && conditions.figures.length === 0 && sortOrder === 'desc'
      ? null
      : { by: sortBy ?? 'activity', descending: sortOrder === 'desc' };
  const place = order ? null : cursor === undefined ? null : placeIn(ctx, cursor);
  const after = order && cursor !== undefined ? sortedPlaceIn(ctx, 'traces', cursor, order) : null;
  const matching = await newestContentMatches(
    ctx,
    await callFilter(ctx, { ...body, where: conditions.calls }),
  );
  const filter = runFilter(matching.filter, body, conditions.figures);
  const scope = scopeOf(ctx);
  if (!order) {
    const { traces, next } = await ctx.records.ask(scope, selectTraceList(filter, { after: place, limit }));
    return {
      traces,
      nextCursor: next && sealCursor(ctx, 'traces', [next.untilMs, next.atMs, next.traceId]),
      searchedFromMs: matching.searchedFromMs,
    };
  }
  const page = { order, after, limit, nowMs: ctx.clock.now() };
  const { traces, next, searchedFromMs } = await ctx.records.ask(scope, selectSortedTraces(filter, page));
  return {
    traces,
    nextCursor: next && sealSortedCursor(ctx, 'traces', order, next),
    searchedFromMs: searchedFromMs ?? matching.searchedFromMs,
  };
}

function runFilter(calls: CallFilter, body: TracesQuery, figures: readonly RunCondition[]): RunFilter {
  const { name, agent, tool, failingTool, hasError } = body;
  const given = { name, agent, tool, failingTool, hasError };
  return {
    calls,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...(figures.length === 0 ? {} : { figures }),
  };
}

function placeIn(ctx: Context, cursor: string): TracePlace {
  const [untilMs, atMs, traceId] = openCursor(ctx, 'traces', cursor, ['integer', 'integer', 'string']) ?? [];
  if (typeof untilMs !== 'number' || typeof atMs !== 'number' || typeof traceId !== 'string') {
    throw invalid('cursor', 'The cursor is not from this list.');
  }
  return { untilMs, atMs, traceId };
}

type Shown = Omit<TraceSummary, 'scores' | 'preview'>;

const presentTrace = (trace: TraceFigures): Shown => ({
  traceId: trace.traceId,
  name: trace.name,
  kind: trace.kind,
  startTime: isoTime(trace.startMs),
  endTime: endTime(trace.endMs),
  durationMs: trace.endMs - trace.startMs,
  calls: trace.calls,
  spans: trace.spans,
  errors: trace.errors,
  failed: trace.failed,
  failedTools: trace.failedTools,
  inputTokens: trace.inputTokens,
  outputTokens: trace.outputTokens,
  totalTokens: trace.totalTokens,
  costUsd: trace.calls === 0 ? null : tidy(trace.costUsd),
  models: trace.models,
  agents: trace.agents,
  tools: trace.tools,
  userId: trace.userId,
  sessionId: trace.sessionId,
  tags: trace.tags,
});

/**
 * The input of the root, and the answer of the last call. A root that is a step of a framework may have
 * neither.
 */
async function tracePreviews(
  ctx: Context,
  traces: readonly TraceFigures[],
): Promise<(trace: TraceFigures) => ContentPreview> {
  const refs = traces.flatMap(({ root, firstCall, lastCall }) =>
    [root, firstCall, lastCall].filter((ref) => ref !== null),
  );
  const each = [...new Map(refs.map((ref) => [ref.id, ref])).values()];
  const said = await readContents(
    ctx,
    each.map((ref) => ({ ref, hasContent: true })),
    (content): PreviewText => previewOf(content),
  );
  return ({ root, firstCall, lastCall }) => {
    const [first, last] = [
      [root, firstCall],
      [lastCall, root],
    ].map((ofTrace) => ofTrace.flatMap((ref) => said.get(ref?.id ?? '') ?? []));
    if (!first?.length && !last?.length) return asPreview(undefined);
    return asPreview({
      input: first?.find(({ input }) => input !== null)?.input ?? null,
      output: last?.find(({ output }) => output !== null)?.output ?? null,
    });
  };
}
