import { MAX_ANSWER_BYTES } from '#lib/answer-bytes';
import { notFound } from '#lib/app-error';
import { Pace } from '#lib/yield-to-event-loop';
import { asJson, JsonText, WrittenAnswer, type AnswerBudget } from '#core/answer-budget';
import type { Context } from '#core/context';
import { selectTrace, type StoredRecord } from '#records';
import { buildTree } from './build-tree.ts';
import { scopeOf, sealedContentOf, type MayHaveContent } from '#services/record-access';
import { scoresOfTrace } from '#features/scores';
import { presentCall, scoresWithin } from './present-call.ts';
import type { Trace, TraceNode } from './schemas/traces.ts';
import { nodeHead } from './span-node.ts';

/** Sealed content is compressed, so whether it fits into the response is decided after decryption. */
const MAX_CONTENT_BYTES = 8 * 1_048_576;
/** A call appears among the spans and in its node. */
const COPIES = 2;

interface WrittenSpan extends MayHaveContent<StoredRecord> {
  node: TraceNode;
  /** Size in the response. */
  bytes: number;
}

/** Calls and observations, with their stored content. */
export async function getTrace(ctx: Context, traceId: string, budget: AnswerBudget): Promise<WrittenAnswer> {
  const found = await ctx.records.ask(
    scopeOf(ctx),
    selectTrace(traceId, ctx.account.traceSpans, {
      calls: MAX_ANSWER_BYTES / COPIES,
      observations: MAX_ANSWER_BYTES,
    }),
  );
  const records: MayHaveContent<StoredRecord>[] = [
    ...found.calls.map(({ call, hasContent }) => ({ record: call, hasContent })),
    ...found.observations.map(({ observation, hasContent }) => ({ record: observation, hasContent })),
  ];
  if (records.length === 0) throw notFound('Trace');
  const spans = (await spansWithin(budget, records)).toSorted(
    (left, right) => left.record.timestampMs - right.record.timestampMs,
  );
  const isCut = await addContent(ctx, budget, spans);
  const nodes = spans.map(({ node }) => node);
  const scores = await scoresOfTrace(ctx, traceId, nodes);
  return new WrittenAnswer({
    traceId,
    spans: nodes.flatMap(({ call }) => call ?? []),
    nodes: buildTree(nodes),
    scores: scoresWithin(budget, scores),
    truncated: found.truncated || spans.length < records.length || isCut,
  } satisfies Trace);
}

/** The first spans, as many as fit, without content. */
async function spansWithin(
  budget: AnswerBudget,
  records: readonly MayHaveContent<StoredRecord>[],
): Promise<WrittenSpan[]> {
  const pace = new Pace();
  const spans: WrittenSpan[] = [];
  for (const { record, hasContent } of records) {
    if (pace.isDue) await pace.rest();
    const span = { record, hasContent, ...writtenNode(record) };
    if (!budget.take(span.bytes)) break;
    spans.push(span);
  }
  return spans;
}

/** Adds content in the order of the spans while it fits. Returns whether some is omitted. */
async function addContent(ctx: Context, budget: AnswerBudget, spans: WrittenSpan[]): Promise<boolean> {
  const { open, isCut } = await sealedContentOf(ctx, spans, MAX_CONTENT_BYTES);
  const pace = new Pace();
  for (const span of spans) {
    if (!span.hasContent) continue;
    if (pace.isDue) await pace.rest();
    const opened = open(span.record);
    if (opened === span.record) continue;
    const { node, bytes } = writtenNode(opened);
    if (!budget.take(bytes - span.bytes)) return true;
    Object.assign(span, { node, bytes });
  }
  return isCut;
}

function writtenNode(record: StoredRecord): { node: TraceNode; bytes: number } {
  const head = nodeHead(record);
  const around = new JsonText({ ...head, attributes: {}, call: null, children: [] }).bytes;
  if (record.kind === 'call') {
    const call = asJson(presentCall(record));
    return { node: { ...head, attributes: {}, call, children: [] }, bytes: around + COPIES * call.bytes };
  }
  const attributes = asJson(record.attributes);
  return { node: { ...head, attributes, call: null, children: [] }, bytes: around + attributes.bytes };
}
