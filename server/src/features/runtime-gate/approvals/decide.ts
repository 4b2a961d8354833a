import { AppError, notFound } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import { isId } from '#lib/ids';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { queueWebhookEvent } from '#services/notifications';
import { presentApproval } from './present.ts';
import type { Approval, ApprovalDecision } from './schemas.ts';
import { updateDecision, approvalOwnerOf, selectApproval } from './store.ts';

const ACTIONS = { approved: 'gate_approval.approve', denied: 'gate_approval.deny' } as const;

/** An approval can be decided once. A second or late decision is rejected. */
export const decideApproval = (
  ctx: Context,
  id: string,
  status: 'approved' | 'denied',
  { comment }: ApprovalDecision,
): Promise<Approval> =>
  change(ctx, ACTIONS[status], async (tx) => {
    const { db, invalidate } = tx;
    const now = ctx.clock.now();
    if (!isId('approval', id)) throw notFound('Approval');
    const decision = {
      status,
      decided_at: now,
      decided_by: ctx.actor.id,
      comment: comment?.toWellFormed() ?? null,
    };
    const row = await updateDecision(db, approvalOwnerOf(ctx), id, decision, now);
    if (!row) throw await whyNot(ctx, id);
    await queueWebhookEvent(ctx, tx, {
      accountId: ctx.account.id,
      type: 'gate.approval_decided',
      data: {
        approvalId: id,
        status,
        decidedBy: ctx.actor.id,
        decidedAt: isoTime(now),
        comment: decision.comment,
        provider: row.provider,
        model: row.model,
        tool: row.tool,
        traceId: row.trace_id,
        sessionId: row.session_id,
        expiresAt: isoTime(row.expires_at),
      },
    });
    await invalidate('gate-approvals', id);
    return {
      result: presentApproval(row, now),
      target: { type: 'gate_approval', id },
      metadata: { comment: decision.comment, requestedBy: row.requested_by },
    };
  });

async function whyNot(ctx: Context, id: string): Promise<AppError> {
  const row = await selectApproval(ctx.db, approvalOwnerOf(ctx), id);
  if (!row) return notFound('Approval');
  if (row.status === 'approved' || row.status === 'denied')
    return new AppError(
      'conflict',
      'already_decided',
      `This approval was already ${row.status}. The decision is final.`,
    );
  return new AppError(
    'conflict',
    'expired',
    `This approval expired at ${isoTime(row.expires_at)}. The agent has to request a new one.`,
  );
}
