import { notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import { selectTraceSpans, type ReadSpan } from '#records';
import { scopeOf } from '#services/record-access';
import { outlineOf } from './outline/outline.ts';
import type { OutlineLine, OutlineQuery, TraceOutline } from './schemas/outline.ts';

const DEFAULT_SPANS = 150;
const PAGE = 10_000;
const MOST_READ = 50_000;

/** What a model or a person reads first of a large trace: it is chosen here, so that only that is sent. */
export async function getOutline(ctx: Context, traceId: string, query: OutlineQuery): Promise<TraceOutline> {
  const { maxSpans = DEFAULT_SPANS, errorsOnly = false, under = null } = query;
  const { spans, total } = await readSpans(ctx, traceId);
  const outline = outlineOf(spans, { maxSpans, errorsOnly, under });
  if (!outline) throw notFound('Span');
  const { lines, inPart, shown } = outline;
  return {
    lines: lines.map(({ depth, shows }) =>
      'label' in shows
        ? { depth, span: presentSpan(shows.span, shows.label), hidden: null }
        : { depth, span: null, hidden: shows },
    ),
    total,
    read: spans.length,
    failed: spans.reduce((count, { error }) => (error === '' ? count : count + 1), 0),
    inPart,
    shown,
  };
}

async function readSpans(ctx: Context, traceId: string): Promise<{ spans: ReadSpan[]; total: number }> {
  const scope = scopeOf(ctx);
  const spans: ReadSpan[] = [];
  for (;;) {
    const { startMs, id } = spans.at(-1) ?? {};
    const after = startMs === undefined || id === undefined ? null : { startMs, id };
    const page = await ctx.records.ask(scope, selectTraceSpans(traceId, { after, limit: PAGE }));
    if (page.total === 0) throw notFound('Trace');
    spans.push(...page.spans);
    if (page.spans.length < PAGE || spans.length >= MOST_READ) return { spans, total: page.total };
  }
}

function presentSpan(span: ReadSpan, label: string): OutlineLine['span'] {
  const isCall = span.kind === 'llm';
  return {
    id: span.id,
    label,
    type: span.type,
    name: span.name,
    durationMs: span.durationMs,
    error: span.error || null,
    model: isCall ? span.model : null,
    totalTokens: isCall ? span.totalTokens : null,
    costUsd: isCall ? span.costUsd : null,
  };
}
