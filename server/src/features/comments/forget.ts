// Deletes comments together with the records that they are about.
import type { Erased } from '#core/hooks';
import type { Writer } from '#metadata';
import { deleteLinkedComments } from './store.ts';

export async function forgetComments(
  db: Writer,
  accountId: string,
  { projectNumber, callIds, traceIds, wholeTraceIds, sessionIds, sessionId }: Erased,
): Promise<void> {
  const remove = (linked: Parameters<typeof deleteLinkedComments>[3]) =>
    deleteLinkedComments(db, accountId, projectNumber, linked);
  await remove({ column: 'call_id', ids: callIds });
  await remove({ column: 'trace_id', ids: wholeTraceIds });
  // What was said about a run or a session may be about the call that it loses, and it may lose other spans too.
  await remove({ column: 'trace_id', ids: traceIds, butCalls: true });
  const ofSessions = sessionId === null ? sessionIds : [...sessionIds, sessionId];
  await remove({ column: 'session_id', ids: ofSessions });
}
