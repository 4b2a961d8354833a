// What the records of a request say about the runs that they belong to. The second thread runs it too.
import type { Incoming, StoredRecord } from '#records';
import type { RunPart } from '#services/runs';

export type RunParts = Map<string, RunPart>;

export function addToRuns(parts: RunParts, incoming: Incoming): void {
  const record = incoming.kind === 'call' ? incoming.row.call : incoming.row.observation;
  const { traceId, spanId, parentSpanId, lineage, timestampMs: fromMs } = record;
  if (traceId === null || !spanId) return;
  const lacks = lineage !== undefined && lineage.isComplete !== true && parentSpanId !== null;
  const gives = says(record);
  if (!lacks && !gives) return;
  const known = parts.get(traceId);
  if (!known) {
    parts.set(traceId, { traceId, gives, lacks, fromMs });
    return;
  }
  known.gives ||= gives;
  known.lacks ||= lacks;
  known.fromMs = Math.min(known.fromMs, fromMs);
}

/** A record of JSON has its labels in `requestMeta` and in its tags. */
function says({ sessionId, labels, tags }: StoredRecord): boolean {
  if (sessionId !== null || !labels) return true;
  const { userId, agent, environment, release } = labels;
  return (
    userId !== '' || agent !== '' || environment !== '' || release !== '' || Object.keys(tags).length > 0
  );
}
