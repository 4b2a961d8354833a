import { isoTime } from '#lib/clock';
import { notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import type { CallRecord, ObservationRecord, StoredRecord } from '#records';
import { buildTree } from './build-tree.ts';
import { withContent, type MayHaveContent } from './open-content.ts';
import { presentCall } from './present-call.ts';
import type { Call } from './schemas.ts';
import { scopeOf } from './scope.ts';
import type { Trace, TraceNode } from './trace-schemas.ts';

const MAX_SPANS = 500;
/** Sealed. A span may carry a quarter of a megabyte, and an answer of hundreds of those helps nobody. */
const MAX_CONTENT_BYTES = 8 * 1_048_576;

/** Calls and observations, with their content where that is stored. */
export async function getTrace(ctx: Context, traceId: string): Promise<Trace> {
  const { calls, observations, truncated } = await ctx.records.getTrace(scopeOf(ctx), traceId, MAX_SPANS);
  if (calls.length + observations.length === 0) throw notFound('Trace');
  const found: MayHaveContent<StoredRecord>[] = [
    ...calls.map(({ call, hasContent }) => ({ record: call, hasContent })),
    ...observations.map(({ observation, hasContent }) => ({ record: observation, hasContent })),
  ];
  const records = (await withContent(ctx, found, MAX_CONTENT_BYTES)).toSorted(
    (left, right) => left.timestampMs - right.timestampMs,
  );
  const nodes = records.map((record) =>
    record.kind === 'call' ? callNode(record) : observationNode(record),
  );
  return {
    traceId,
    spans: nodes.flatMap(({ call }) => call ?? []),
    nodes: buildTree(nodes),
    truncated,
  };
}

function callNode(record: CallRecord): TraceNode & { call: Call } {
  const { spanName, attributes } = record.requestMeta ?? {};
  return {
    id: record.id,
    kind: 'llm',
    type: 'llm',
    name: typeof spanName === 'string' && spanName !== '' ? spanName : record.model,
    spanId: record.spanId,
    parentSpanId: record.parentSpanId,
    startTime: isoTime(record.timestampMs),
    durationMs: record.latencyMs,
    error: record.error,
    attributes:
      typeof attributes === 'object' && attributes !== null && !Array.isArray(attributes) ? attributes : {},
    call: presentCall(record),
    children: [],
  };
}

const observationNode = (record: ObservationRecord): TraceNode => ({
  id: record.id,
  kind: 'observation',
  type: record.type,
  name: record.name,
  spanId: record.spanId,
  parentSpanId: record.parentSpanId,
  startTime: isoTime(record.timestampMs),
  durationMs: record.durationMs,
  error: record.error,
  attributes: record.attributes,
  call: null,
  children: [],
});
