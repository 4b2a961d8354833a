// What the records of a request say about the runs that they belong to: whether they have something to give to other
// spans of the run, and whether they wait for spans of other requests.
import type { Incoming } from '#records';
import { encodedTimeOf } from '#records/writer/rows/encode-records';

export interface RunPart {
  traceId: string;
  /** Something that holds for the spans under it. */
  gives: boolean;
  /** A span whose ancestors are not all in the request. */
  lacks: boolean;
  /** Its earliest record. */
  fromMs: number;
}

export type RunParts = Map<string, RunPart>;

export function addToRuns(parts: RunParts, record: Incoming): void {
  const { traceId, spanId, parentSpanId, sessionId, labels, lineage, tags } =
    record.kind === 'call' ? record.row.call : record.row.observation;
  if (traceId === null || !spanId) return;
  const says =
    sessionId !== null ||
    (labels ? labels.userId + labels.agent + labels.environment + labels.release !== '' : true) ||
    Object.keys(tags).length > 0;
  const lacks = lineage !== undefined && lineage.isComplete !== true && parentSpanId !== null;
  const fromMs = encodedTimeOf(record);
  const known = parts.get(traceId);
  if (!known) {
    if (says || lacks) parts.set(traceId, { traceId, gives: says, lacks, fromMs });
    return;
  }
  known.gives ||= says;
  known.lacks ||= lacks;
  known.fromMs = Math.min(known.fromMs, fromMs);
}
