// One step, the steps of a run and those of a session.
import { conversationOf, observationContent, type Conversation } from '@tracewell/sdk/reading';
import { chunks } from '#lib/chunks';
import { invalid, notFound } from '#lib/app-error';
import { asJson, WrittenAnswer, type AnswerBudget } from '#core/answer-budget';
import type { Context } from '#core/context';
import {
  selectCall,
  selectCalls,
  selectTraceSpans,
  type CallRecord,
  type ReadCall,
  type ReadSpan,
} from '#records';
import type { Content } from '#core/content/content';
import { readContents, scopeOf, withContent } from '#services/record-access';
import { presentCall } from '../present-call.ts';
import type { ConversationStep, StepsQuery } from '../schemas/steps.ts';
import { openCursor, sealCursor } from '../sealed-cursor.ts';
import { conversationOfContent, StepReader, type PlacedCall } from './step-reader.ts';

const SPANS = 60;
const CALLS = 30;
/** Contents that are in memory at once. */
const AT_ONCE = 8;

/** Observations that take part in a conversation. Others repeat what is said inside them. */
const TOOLS: ReadonlySet<string> = new Set(['tool', 'skill', 'command', 'retriever']);

const silent = { stored: false, omitted: false, input: [], output: [] };

export async function getStep(ctx: Context, id: string, budget: AnswerBudget): Promise<WrittenAnswer> {
  const found = await ctx.records.ask(scopeOf(ctx), selectCall(id));
  if (!found) throw notFound('Call');
  const [call] = await withContent(ctx, [{ record: found.call, hasContent: found.hasContent }]);
  if (!call) throw notFound('Call');
  const said = conversationOf(call);
  const messages = await new StepReader(ctx).read(call, said);
  const stored = found.hasContent && said.input.length + said.output.length > 0;
  const step = { id, kind: 'llm' as const, stored, omitted: false, ...messages };
  return new WrittenAnswer({ step: withinOf(budget, step, true) });
}

/** The step, as far as it fits; null if the page ends before it. */
function withinOf<Step extends ConversationStep>(
  budget: AnswerBudget,
  step: Step,
  isFirst: boolean,
): Step | null {
  const whole = asJson(step);
  if (budget.take(whole.bytes)) return whole;
  if (!isFirst) return null;
  const bare = asJson({ ...step, omitted: true, input: [], output: [] });
  return budget.take(bare.bytes) ? bare : null;
}

export async function listRunSteps(
  ctx: Context,
  traceId: string,
  { limit = SPANS, cursor }: StepsQuery,
  budget: AnswerBudget,
): Promise<WrittenAnswer> {
  const list = `steps:${traceId}`;
  const after = cursor === undefined ? null : placeIn(ctx, list, cursor);
  const found = await ctx.records.ask(
    scopeOf(ctx),
    selectTraceSpans(traceId, {
      after: after && { startMs: after.timestampMs, id: after.id },
      limit: limit + 1,
    }),
  );
  if (found.total === 0) throw notFound('Trace');
  const spans = found.spans.slice(0, limit);
  const isWhole = after === null && found.spans.length <= limit;
  const speaks = ({ kind, type }: ReadSpan): boolean => kind === 'llm' || TOOLS.has(type);
  // Without calls and tools, only agents and chains have messages.
  const shown = isWhole && !spans.some(speaks) ? spans : spans.filter(speaks);
  const placed = shown.map((span) => ({ span, ref: { id: span.id, timestampMs: span.startMs } }));
  const said = await readSteps(ctx, placed, budget, {
    conversation: ({ span }, content) =>
      span.kind === 'llm' ? conversationOfContent(content) : observed(span, content),
    placeOf: ({ span, ref }) => ({
      ...ref,
      traceId,
      sessionId: span.sessionId || null,
      parentSpanId: span.parentSpanId || null,
    }),
    around: ({ span }) => ({ id: span.id, kind: span.kind }),
  });
  const last = said.stoppedAt ? said.stoppedAt.span : found.spans.length > limit ? spans.at(-1) : undefined;
  return new WrittenAnswer({
    steps: said.steps,
    nextCursor: last ? sealCursor(ctx, list, [last.startMs, last.id]) : null,
  });
}

function observed({ type, name }: ReadSpan, content: Content): Conversation | null {
  const { input, output } = observationContent(content.attributes ?? {});
  if (input === undefined && output === undefined) return null;
  if (!TOOLS.has(type)) return conversationOf({ requestMeta: { input, output }, toolCalls: null });
  const call = { kind: 'toolCall' as const, id: null, name, input: input ?? null };
  return {
    input: [{ role: 'tool', parts: [output === undefined ? call : { ...call, result: output }] }],
    output: [],
  };
}

export async function listSessionSteps(
  ctx: Context,
  sessionId: string,
  { limit = CALLS, cursor }: StepsQuery,
  budget: AnswerBudget,
): Promise<WrittenAnswer> {
  const list = `session-steps:${sessionId}`;
  const after = cursor === undefined ? null : placeIn(ctx, list, cursor);
  const found = await ctx.records.ask(
    scopeOf(ctx),
    selectCalls(
      { sessionId, includeEvalRuns: true },
      {
        order: { by: 'timestamp', descending: false },
        after: after && { value: after.timestampMs, ...after },
        limit: limit + 1,
      },
    ),
  );
  if (found.length === 0 && after === null) throw notFound('Session');
  const calls = found.slice(0, limit);
  const said = await readSteps(
    ctx,
    calls.map((read) => ({ ...read, ref: read.call })),
    budget,
    {
      conversation: ({ call }, content) =>
        conversationOf({ requestMeta: content, toolCalls: content.toolCalls ?? call.toolCalls }),
      placeOf: ({ call }) => call,
      around: ({ call }: ReadCall) => ({ id: call.id, kind: 'llm', call: presentCall(call) }),
    },
  );
  const last: CallRecord | undefined =
    said.stoppedAt?.call ?? (found.length > limit ? calls.at(-1)?.call : undefined);
  return new WrittenAnswer({
    steps: said.steps,
    nextCursor: last ? sealCursor(ctx, list, [last.timestampMs, last.id]) : null,
  });
}

function placeIn(ctx: Context, list: string, cursor: string): { timestampMs: number; id: string } {
  const [timestampMs, id] = openCursor(ctx, list, cursor, ['integer', 'string']) ?? [];
  if (typeof timestampMs !== 'number' || typeof id !== 'string')
    throw invalid('cursor', 'The cursor is not from this conversation.');
  return { timestampMs, id };
}

interface StepForm<Placed, Around> {
  conversation: (placed: Placed, content: Content) => Conversation | null;
  placeOf: (placed: Placed) => PlacedCall;
  around: (placed: Placed) => Around;
}

type Around = Pick<ConversationStep, 'id' | 'kind'>;

/** The steps of these records, as many as fit, and the last of them if not all fit. */
async function readSteps<Placed extends { ref: { id: string; timestampMs: number } }, Given extends Around>(
  ctx: Context,
  records: readonly Placed[],
  budget: AnswerBudget,
  { conversation, placeOf, around }: StepForm<Placed, Given>,
): Promise<{ steps: (Given & ConversationStep)[]; stoppedAt: Placed | null }> {
  const reader = new StepReader(ctx);
  const steps: (Given & ConversationStep)[] = [];
  let last: Placed | null = null;
  for (const some of chunks(records, AT_ONCE)) {
    const byId = new Map(some.map((record) => [record.ref.id, record]));
    const said = await readContents(
      ctx,
      some.map(({ ref }) => ({ ref, hasContent: true })),
      (content, id) => {
        const record = byId.get(id);
        return record ? conversation(record, content) : null;
      },
    );
    for (const record of some) {
      const found = said.get(record.ref.id) ?? null;
      const about = around(record);
      // A tool that reports nothing is in the tree.
      if (!found && about.kind === 'observation') continue;
      const messages = found && { stored: true, ...(await reader.read(placeOf(record), found)) };
      const step = withinOf(budget, { ...silent, ...about, ...messages }, steps.length === 0);
      if (step === null) return { steps, stoppedAt: last };
      steps.push(step);
      last = record;
    }
  }
  return { steps, stoppedAt: null };
}
