// GET /v1/query/traces/compare: two runs side by side.
import { unknownId } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import { tidy } from '#lib/tidy';
import { Pace } from '#lib/yield-to-event-loop';
import { asJson, WrittenAnswer, type AnswerBudget } from '#core/answer-budget';
import type { Context } from '#core/context';
import { readContents, scopeOf } from '#services/record-access';
import { alignRuns, type AlignedRow, type ComparedSpan } from './compare/compare-runs.ts';
import { contentMark } from './compare/content-mark.ts';
import { selectComparedSpans, type ReadComparedSpan } from './compare/records.ts';
import type {
  ComparisonQuery,
  ComparisonRow,
  ComparisonSide,
  ComparisonTotals,
  RunComparison,
} from './schemas/comparison.ts';

const MOST_SPANS = 30_000;
/** Of each run: decrypting more would take seconds. */
const MOST_CONTENTS = 5_000;
const CONTENTS_AT_ONCE = 500;

interface Run {
  spans: ReadComparedSpan[];
  compared: ComparedSpan[];
  startMs: number;
  /** It has more spans than are compared. */
  isCut: boolean;
  hasUnread: boolean;
}

export async function compareTraces(
  ctx: Context,
  { a, b, differences = false }: ComparisonQuery,
  budget: AnswerBudget,
  signal: AbortSignal,
): Promise<WrittenAnswer> {
  const left = await readRun(ctx, 'a', a, signal);
  const right = await readRun(ctx, 'b', b, signal);
  const aligned = await alignRuns(left.compared, right.compared);
  const counts = { same: 0, changed: 0, onlyA: 0, onlyB: 0 };
  const rows: ComparisonRow[] = [];
  const pace = new Pace();
  let isFull = false;
  for (const row of aligned) {
    if (pace.isDue) await pace.rest();
    counts[row.status] += 1;
    if (isFull || (differences && row.status === 'same')) continue;
    const written = asJson(presentRow(left, right, row));
    if (budget.take(written.bytes)) rows.push(written);
    else isFull = true;
  }
  return new WrittenAnswer({
    a,
    b,
    totals: { a: totalsOf(left), b: totalsOf(right) },
    counts,
    rows,
    contentCompared: left.hasUnread || right.hasUnread ? 'some' : 'all',
    truncated: isFull || left.isCut || right.isCut,
  } satisfies RunComparison);
}

async function readRun(ctx: Context, side: 'a' | 'b', traceId: string, signal: AbortSignal): Promise<Run> {
  const found = await ctx.records.ask(scopeOf(ctx), selectComparedSpans(traceId, MOST_SPANS + 1));
  const spans = found.slice(0, MOST_SPANS);
  const [first] = spans;
  if (!first) throw unknownId(side, 'Run not found.');
  const kept = spans.filter(({ hasContent }) => hasContent);
  const marks = await readMarks(ctx, kept.slice(0, MOST_CONTENTS), signal);
  return {
    spans,
    compared: spans.map((span) => ({ ...span, content: marks.get(span.id) ?? span.digest })),
    startMs: first.startMs,
    isCut: found.length > spans.length,
    hasUnread: kept.length > MOST_CONTENTS,
  };
}

async function readMarks(
  ctx: Context,
  spans: readonly ReadComparedSpan[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const marks = new Map<string, string>();
  for (let from = 0; from < spans.length; from += CONTENTS_AT_ONCE) {
    // Nobody waits for the answer any more.
    if (signal.aborted) break;
    const some = spans.slice(from, from + CONTENTS_AT_ONCE);
    const read = await readContents(
      ctx,
      some.map(({ id, startMs }) => ({ ref: { id, timestampMs: startMs }, hasContent: true })),
      contentMark,
    );
    for (const [id, mark] of read) marks.set(id, mark);
  }
  return marks;
}

function totalsOf({ spans, startMs }: Run): ComparisonTotals {
  const sums = { calls: 0, errors: 0, costUsd: 0, totalTokens: 0, endMs: startMs };
  const unpriced = { calls: 0, tokens: 0 };
  for (const span of spans) {
    if (span.kind === 'llm') sums.calls += 1;
    if (span.error !== '') sums.errors += 1;
    sums.costUsd += span.costUsd;
    sums.totalTokens += span.totalTokens;
    sums.endMs = Math.max(sums.endMs, span.startMs + span.durationMs);
    if (!span.unpriced || span.totalTokens === 0) continue;
    unpriced.calls += 1;
    unpriced.tokens += span.totalTokens;
  }
  const { endMs, ...rest } = sums;
  return {
    ...rest,
    spans: spans.length,
    costUsd: tidy(rest.costUsd),
    unpriced,
    durationMs: endMs - startMs,
    startTime: isoTime(startMs),
  };
}

function presentRow(left: Run, right: Run, { a, b, ...row }: AlignedRow): ComparisonRow {
  const [mine, theirs] = [a === null ? undefined : left.spans[a], b === null ? undefined : right.spans[b]];
  const { name = '', type = '' } = theirs ?? mine ?? {};
  return {
    ...row,
    name,
    type,
    a: mine ? sideOf(left, mine) : null,
    b: theirs ? sideOf(right, theirs) : null,
  };
}

function sideOf({ startMs }: Run, span: ReadComparedSpan): ComparisonSide {
  const isCall = span.kind === 'llm';
  return {
    id: span.id,
    spanId: span.spanId || null,
    offsetMs: span.startMs - startMs,
    durationMs: span.durationMs,
    error: span.error || null,
    provider: isCall ? span.provider : null,
    model: isCall ? span.model : null,
    totalTokens: isCall ? span.totalTokens : null,
    costUsd: isCall ? span.costUsd : null,
  };
}
