// A record as a node of the tree of its trace.
import { isoTime } from '#lib/clock';
import type { CallRecord, ObservationRecord, StoredRecord } from '#records';
import { presentCall } from './present-call.ts';
import type { TraceNode } from './schemas/traces.ts';

type NodeHead = Omit<TraceNode, 'attributes' | 'call' | 'children'>;

export const nodeHead = (record: StoredRecord): NodeHead =>
  record.kind === 'call' ? callHead(record) : observationHead(record);

export const nodeOf = (record: StoredRecord): TraceNode => ({
  ...nodeHead(record),
  attributes: record.kind === 'call' ? {} : record.attributes,
  call: record.kind === 'call' ? presentCall(record) : null,
  children: [],
});

function callHead(record: CallRecord): NodeHead {
  const { spanName } = record.requestMeta ?? {};
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
  };
}

const observationHead = (record: ObservationRecord): NodeHead => ({
  id: record.id,
  kind: 'observation',
  type: record.type,
  name: record.name,
  spanId: record.spanId,
  parentSpanId: record.parentSpanId,
  startTime: isoTime(record.timestampMs),
  durationMs: record.durationMs,
  error: record.error,
});
