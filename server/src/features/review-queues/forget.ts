// Deletes items together with the records that they are about. What was said about a run or a session may be about
// the call that it loses.
import type { Erased } from '#core/hooks';
import type { Writer } from '#metadata';
import { deleteItemsOf } from './items/store.ts';

export async function forgetReviewed(
  db: Writer,
  accountId: string,
  { projectId, callIds, traceIds, wholeTraceIds, sessionIds, sessionId }: Erased,
): Promise<void> {
  const runs = [...new Set([...traceIds, ...wholeTraceIds])];
  const sessions = sessionId === null ? sessionIds : [...sessionIds, sessionId];
  await deleteItemsOf(db, accountId, { kind: 'call', ids: callIds, projectId });
  await deleteItemsOf(db, accountId, { kind: 'run', ids: runs, projectId });
  await deleteItemsOf(db, accountId, { kind: 'session', ids: sessions, projectId });
}
