// Deletes data about erased records from the metadata store. It runs first, because without the records it
// could no longer be found.
import { clearExamples } from '#core/receipts';
import { deleteCallAnnotations, deleteClaims } from '#features/annotations';
import { forgetItems } from '#features/eval-datasets';
import { forgetScores, forgetTraceScores } from '#features/eval-runs';
import { eraseApprovals } from '#features/gate';
import { forgetEvidence } from '#features/guardian';
import { forgetDemotions } from '#features/ingest';
import { forgetExamples } from '#features/proposals';
import { deleteCallAssessments } from '#features/safety';
import type { AccountRef } from '#content';
import type { Writer } from '#metadata';

export interface Erased {
  /**
   * The project of the erasure; null for the whole account. Other projects may use the same trace and
   * session.
   */
  projectId: string | null;
  /** Includes calls that evaluation runs made from them. */
  callIds: readonly string[];
  /** Traces that lose a call. */
  traceIds: readonly string[];
  /** Traces that lose all their records. */
  wholeTraceIds: readonly string[];
  /** Set if a whole session is erased. */
  sessionId: string | null;
}

export async function forget(db: Writer, account: AccountRef, erased: Erased, now: number): Promise<void> {
  const { projectId, callIds, traceIds, wholeTraceIds, sessionId } = erased;
  const gone = { callIds: new Set(callIds), traceIds: new Set(wholeTraceIds) };
  await deleteCallAnnotations(db, account.id, callIds);
  await deleteClaims(db, account.id, callIds);
  await forgetItems(db, account.id, callIds, now);
  await forgetScores(db, account.id, callIds);
  await forgetTraceScores(db, account.id, projectId, traceIds);
  await deleteCallAssessments(db, account.id, callIds);
  await forgetEvidence(db, account.id, gone);
  await forgetExamples(db, account.id, gone);
  await eraseApprovals(db, { accountId: account.id, projectId }, { traceIds: wholeTraceIds, sessionId });
  await forgetDemotions(db, account.number);
  await clearExamples(db, account.id);
}
