// Requests an approval. The same step (policy or budget, model, tool, tags and trace) has one open approval,
// however often it is checked.
import { hash } from 'node:crypto';
import { AppError } from '#lib/app-error';
import { MINUTE_MS } from '#lib/clock';
import { newId } from '#lib/ids';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { queueWebhookEvent } from '#services/notifications';
import type { GateApprovalsTable } from '#metadata';
import type { CheckReason, CheckVerdict } from '../check/decide.ts';
import type { GateCheck } from '../check/read-check.ts';
import { presentApproval } from './present.ts';
import { closeExpired, countPending, insertApproval, selectOpen } from './store.ts';

const DEFAULT_MINUTES = 60;
const MAX_PENDING = 1_000;

export const subjectOf = (reason: CheckReason): string =>
  'policyId' in reason ? reason.policyId : reason.budgetId;

function openKeyOf(accountId: string, check: GateCheck, asking: readonly CheckReason[]): string {
  const { provider, model, tool, traceId, sessionId, request } = check;
  const subjects = asking.map(subjectOf).toSorted();
  const tags = Object.entries(request.tags).toSorted(([left], [right]) => (left < right ? -1 : 1));
  const question = [accountId, subjects, provider, model, tool, traceId, sessionId, request.projectId, tags];
  return hash('sha256', JSON.stringify(question), 'hex');
}

/** Returns the id of the approval, new or existing. */
export async function requestApproval(
  ctx: Context,
  check: GateCheck,
  verdict: CheckVerdict,
): Promise<string> {
  const openKey = openKeyOf(ctx.account.id, check, verdict.asking);
  const open = await selectOpen(ctx.db, openKey, ctx.clock.now());
  return open ? open.id : makeApproval(ctx, check, verdict, openKey);
}

const makeApproval = (
  ctx: Context,
  check: GateCheck,
  verdict: CheckVerdict,
  openKey: string,
): Promise<string> =>
  change(ctx, 'gate_approval.request', async (tx) => {
    const { db } = tx;
    const now = ctx.clock.now();
    await closeExpired(db, openKey, now);
    if ((await countPending(db, { accountId: ctx.account.id, projectId: null }, now)) >= MAX_PENDING)
      throw new AppError(
        'too_many_requests',
        'too_many_approvals',
        `${MAX_PENDING} approvals are waiting for a decision. Decide some, or wait until they expire.`,
        { retryAfterSeconds: 60 },
      );
    const row: GateApprovalsTable = {
      id: newId('approval'),
      account_id: ctx.account.id,
      status: 'pending',
      open_key: openKey,
      reasons: JSON.stringify(verdict.asking),
      provider: check.provider,
      model: check.model,
      tool: check.tool,
      project_id: check.request.projectId,
      trace_id: check.traceId,
      session_id: check.sessionId,
      estimated_micros: check.request.costMicros,
      estimated_tokens: check.request.tokens,
      tags: JSON.stringify(check.request.tags),
      requested_by: ctx.actor.id,
      created_at: now,
      expires_at: now + (verdict.approvalMinutes ?? DEFAULT_MINUTES) * MINUTE_MS,
      decided_at: null,
      decided_by: null,
      comment: null,
      used_at: null,
    };
    if (!(await insertApproval(db, row))) {
      // A concurrent request created the same approval.
      const other = await selectOpen(db, openKey, now);
      return { result: other?.id ?? row.id, target: null };
    }
    const { provider, model, tool, tags, ...told } = presentApproval(row, now);
    await queueWebhookEvent(ctx, tx, {
      accountId: ctx.account.id,
      type: 'gate.approval_requested',
      data: {
        approvalId: row.id,
        reasons: told.reasons,
        provider,
        model,
        tool,
        tags,
        projectId: told.projectId,
        traceId: told.traceId,
        sessionId: told.sessionId,
        estimatedCostUsd: told.estimatedCostUsd,
        estimatedTokens: told.estimatedTokens,
        requestedBy: told.requestedBy,
        expiresAt: told.expiresAt,
      },
    });
    return {
      result: row.id,
      target: { type: 'gate_approval', id: row.id },
      metadata: {
        reasons: verdict.asking,
        provider,
        model,
        tool,
        traceId: row.trace_id,
        sessionId: row.session_id,
      },
    };
  });
