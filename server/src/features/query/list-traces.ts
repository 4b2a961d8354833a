import { invalid } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import { tidy } from '#lib/tidy';
import { JsonText, WrittenAnswer, type AnswerBudget } from '#core/answer-budget';
import type { Context } from '#core/context';
import { scoresOfTraces } from '#features/scores';
import { selectTraceList, type TraceFigures, type TraceFilter, type TracePlace } from '#records';
import { previewOf, type PreviewText } from '#services/conversation';
import { readContents, scopeOf } from '#services/record-access';
import { callFilter } from './call-filter.ts';
import { scoresWithin } from './present-call.ts';
import { asPreview } from './previews.ts';
import { openCursor, sealCursor } from './sealed-cursor.ts';
import type { ContentPreview } from './schemas/previews.ts';
import { MOST_SCORES, type TracesQuery, type TraceSummary } from './schemas/trace-list.ts';
import { withContentMatches } from './search/with-content-matches.ts';

const DEFAULT_LIMIT = 50;

/** Latest activity first. */
export async function listTraces(
  ctx: Context,
  body: TracesQuery,
  budget: AnswerBudget,
): Promise<WrittenAnswer> {
  const { limit = DEFAULT_LIMIT, cursor, preview = false } = body;
  const after = cursor === undefined ? null : placeIn(ctx, cursor);
  const filter = await traceFilter(ctx, body);
  const { traces, next } = await ctx.records.ask(scopeOf(ctx), selectTraceList(filter, { after, limit }));
  const [scores, previews] = await Promise.all([
    scoresOfTraces(ctx, traces, MOST_SCORES),
    preview ? tracePreviews(ctx, traces) : null,
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
    nextCursor: next && sealCursor(ctx, 'traces', [next.untilMs, next.atMs, next.traceId]),
  });
}

export async function traceFilter(ctx: Context, body: TracesQuery): Promise<TraceFilter> {
  const { name, agent, tool, failingTool, hasError } = body;
  const given = { name, agent, tool, failingTool, hasError };
  return {
    calls: await withContentMatches(ctx, await callFilter(ctx, body)),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
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
  endTime: isoTime(Math.round(trace.endMs)),
  durationMs: trace.endMs - trace.startMs,
  calls: trace.calls,
  spans: trace.spans,
  errors: trace.errors,
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
