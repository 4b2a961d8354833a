import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { requireProposal } from './list.ts';
import { presentProposal } from './present.ts';
import type { ProposalDecision, Proposal } from './schemas.ts';
import { updateProposal } from './store.ts';

/** Deciding the same way again changes nothing. Deciding the other way changes the decision. */
export const decideProposal = (
  ctx: Context,
  id: string,
  status: 'accepted' | 'dismissed',
  { comment }: ProposalDecision,
): Promise<Proposal> =>
  change(ctx, status === 'accepted' ? 'proposal.accept' : 'proposal.dismiss', async ({ db }) => {
    await lockAccount(db, ctx.account.id);
    const row = await requireProposal(ctx, db, id);
    if (row.status === status) return { result: presentProposal(row), target: null };
    const decision = {
      status,
      decided_weight: row.weight,
      decided_by: ctx.actor.id,
      comment: comment ?? null,
      updated_at: ctx.clock.now(),
    };
    await updateProposal(db, id, decision);
    return {
      result: presentProposal({ ...row, ...decision }),
      target: { type: 'proposal', id },
      metadata: { kind: row.kind, from: row.status, ...(comment === undefined ? {} : { comment }) },
    };
  });
