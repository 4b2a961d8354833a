// Uses an approval that a check refers to: valid once, for the approved step.
import { isDeepStrictEqual } from 'node:util';
import { isId } from '#lib/ids';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import type { GateApprovalsTable } from '#metadata';
import { NONE_APPROVED, type CheckReason } from '../check/decide.ts';
import type { GateCheck } from '../check/read-check.ts';
import { subjectOf } from './request.ts';
import { markUsed, approvalOwnerOf, selectApproval } from './store.ts';

/**
 * The policies and budgets that the approval overrides for this step. Empty if it is for another step, not
 * approved, used or expired.
 */
export async function approvedBy(ctx: Context, check: GateCheck): Promise<ReadonlySet<string>> {
  const { approvalId } = check;
  if (approvalId === null || !isId('approval', approvalId)) return NONE_APPROVED;
  const row = await selectApproval(ctx.db, approvalOwnerOf(ctx), approvalId);
  if (!row || !holdsFor(row, check, ctx.clock.now())) return NONE_APPROVED;
  return new Set((JSON.parse(row.reasons) as CheckReason[]).map(subjectOf));
}

/**
 * Compares with what the approver saw. Another trace is allowed, because an agent that waited may continue in
 * a new one.
 */
const holdsFor = (
  row: GateApprovalsTable,
  { provider, model, tool, sessionId, request }: GateCheck,
  now: number,
): boolean =>
  row.status === 'approved' &&
  row.used_at === null &&
  row.expires_at > now &&
  row.provider === provider &&
  row.model === model &&
  row.tool === tool &&
  row.project_id === request.projectId &&
  row.session_id === sessionId &&
  isDeepStrictEqual(JSON.parse(row.tags), { ...request.tags }) &&
  (request.costMicros ?? 0) <= (row.estimated_micros ?? 0) &&
  (request.tokens ?? 0) <= (row.estimated_tokens ?? 0);

/** False if another check used it meanwhile. */
export const useApproval = (ctx: Context, id: string, lifted: readonly string[]): Promise<boolean> =>
  change(ctx, 'gate_approval.use', async ({ db }) => {
    const used = await markUsed(db, ctx.account.id, id, ctx.clock.now());
    return {
      result: used,
      target: used ? { type: 'gate_approval', id } : null,
      metadata: { lifted },
    };
  });
