import { invalid, notFound } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import { mapInPieces } from '#lib/yield-to-event-loop';
import { asJson, WrittenAnswer, type AnswerBudget } from '#core/answer-budget';
import type { Context } from '#core/context';
import { selectTraceSpans, type ReadSpan, type SpanPlace } from '#records';
import { isVoiceSpan } from '#semconv';
import { scopeOf } from '#services/record-access';
import { openCursor, sealCursor } from './sealed-cursor.ts';
import type { SpansQuery, TraceSpan, TraceSpans } from './schemas/spans.ts';

const DEFAULT_LIMIT = 5_000;

/** All spans in few responses, to draw the whole trace. The single records have content and attributes. */
export async function listSpans(
  ctx: Context,
  traceId: string,
  query: SpansQuery,
  budget: AnswerBudget,
): Promise<WrittenAnswer> {
  const { limit = DEFAULT_LIMIT, cursor } = query;
  // A cursor belongs to one trace.
  const list = `spans:${traceId}`;
  const after = cursor === undefined ? null : placeIn(ctx, list, cursor);
  const { spans: found, total } = await ctx.records.ask(
    scopeOf(ctx),
    selectTraceSpans(traceId, {
      after,
      limit: limit + 1,
    }),
  );
  if (total === 0) throw notFound('Trace');
  const page = await mapInPieces(found.slice(0, limit), (span) => asJson(presentSpan(span)));
  const beyond = page.findIndex(({ bytes }) => !budget.take(bytes));
  const spans = beyond < 0 ? page : page.slice(0, beyond);
  const last = spans.length < found.length ? found[spans.length - 1] : undefined;
  return new WrittenAnswer({
    spans,
    total,
    voice: found.some(({ name }) => isVoiceSpan(name)),
    nextCursor: last ? sealCursor(ctx, list, [last.startMs, last.id]) : null,
    truncated: beyond >= 0,
  } satisfies TraceSpans);
}

function placeIn(ctx: Context, list: string, cursor: string): SpanPlace {
  const [startMs, id] = openCursor(ctx, list, cursor, ['integer', 'string']) ?? [];
  if (typeof startMs !== 'number' || typeof id !== 'string') {
    throw invalid('cursor', 'The cursor is not from this trace.');
  }
  return { startMs, id };
}

function presentSpan(span: ReadSpan): TraceSpan {
  const isCall = span.kind === 'llm';
  return {
    id: span.id,
    kind: span.kind,
    type: span.type,
    name: span.name,
    spanId: span.spanId || null,
    parentSpanId: span.parentSpanId || null,
    startTime: isoTime(span.startMs),
    durationMs: span.durationMs,
    error: span.error || null,
    provider: isCall ? span.provider : null,
    model: isCall ? span.model : null,
    totalTokens: isCall ? span.totalTokens : null,
    costUsd: isCall ? span.costUsd : null,
    agent: span.agent || null,
    tool: span.tool || null,
    sessionId: span.sessionId || null,
    userId: span.userId || null,
    tools: span.tools,
  };
}
