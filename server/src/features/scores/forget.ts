// Deletes scores together with the records that they refer to.
import type { Erased } from '#core/hooks';
import type { Writer } from '#metadata';
import { deleteLinkedScores } from './store.ts';

export async function forgetSentScores(
  db: Writer,
  accountId: string,
  { projectId, callIds, traceIds, wholeTraceIds, sessionId }: Erased,
): Promise<void> {
  const remove = (linked: Parameters<typeof deleteLinkedScores>[3]) =>
    deleteLinkedScores(db, accountId, projectId, linked);
  await remove({ column: 'call_id', ids: callIds });
  await remove({ column: 'span_id', ids: spanIdsOf(callIds, traceIds), only: 'unlocated spans' });
  await remove({ column: 'trace_id', ids: wholeTraceIds });
  // A score of a whole trace also covers the call that the trace loses.
  await remove({ column: 'trace_id', ids: traceIds, only: 'whole' });
  if (sessionId !== null) await remove({ column: 'session_id', ids: [sessionId] });
}

/** The id of a call that came from a span consists of its trace id and its span id. */
const spanIdsOf = (callIds: readonly string[], traceIds: readonly string[]): string[] => {
  const traces = new Set(traceIds);
  return callIds.flatMap((id) => {
    const found: string[] = [];
    for (let at = id.indexOf('-'); at > 0; at = id.indexOf('-', at + 1))
      if (traces.has(id.slice(0, at))) found.push(id.slice(at + 1));
    return found;
  });
};
