// What a score refers to. The narrowest reference counts: a call or span, else a trace, else a session.
import type { ScoredRecord, ScoredRefs } from './records.ts';

interface ScoreLinks {
  call_id: string | null;
  trace_id: string | null;
  span_id: string | null;
  session_id: string | null;
}

/** Skips the scores of runs, which refer to no record. */
export function refsOf(rows: readonly ScoreLinks[]): ScoredRefs {
  const callIds = new Set<string>();
  const spans = new Map<string, { traceId: string | null; spanId: string }>();
  const traceIds = new Set<string>();
  const sessionIds = new Set<string>();
  for (const { call_id: callId, trace_id: traceId, span_id: spanId, session_id: sessionId } of rows) {
    if (spanId !== null) spans.set(`${traceId ?? ''} ${spanId}`, { traceId, spanId });
    // Added even if there is a span id, because it may be the id of a call.
    if (callId !== null) callIds.add(callId);
    else if (spanId === null && traceId !== null) traceIds.add(traceId);
    else if (spanId === null && sessionId !== null) sessionIds.add(sessionId);
  }
  return {
    callIds: [...callIds],
    spans: [...spans.values()],
    traceIds: [...traceIds],
    sessionIds: [...sessionIds],
  };
}

/** The record that the score refers to, of this project or, with null, of any. Undefined if there is none. */
export const recordOf = (
  row: ScoreLinks,
  records: readonly ScoredRecord[],
  project: number | null,
): ScoredRecord | undefined =>
  records.find((record) => (project === null || record.project === project) && isOf(row, record));

function isOf(row: ScoreLinks, { kind, id, traceId, spanId, sessionId }: ScoredRecord): boolean {
  if (kind === 'call' || kind === 'observation') {
    if (kind === 'call' && row.call_id === id) return true;
    return row.span_id === spanId && (row.trace_id === null || row.trace_id === traceId);
  }
  if (row.call_id !== null || row.span_id !== null) return false;
  if (kind === 'trace') return row.trace_id === traceId;
  return row.trace_id === null && row.session_id === sessionId;
}
