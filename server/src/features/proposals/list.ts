import { notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import type { Context } from '#core/context';
import { cutPage, pageByPosition } from '#core/paging';
import type { Reader } from '#metadata';
import { presentProposal } from './present.ts';
import type { ProposalRow } from './settle.ts';
import type { ProposalsQuery } from './schemas.ts';
import { selectProposal, selectProposals } from './store.ts';

export async function listProposals(ctx: Context, { status = 'open', kind, ...query }: ProposalsQuery) {
  const page = pageByPosition(query);
  const filter = { accountId: ctx.account.id, projectId: ctx.project?.id ?? null, status, kind };
  const rows = await selectProposals(ctx.db, filter, page);
  const { shown, nextCursor } = cutPage(rows, page, (row) => [row.saving_micros, row.id]);
  return { proposals: shown.map(presentProposal), nextCursor };
}

/** A proposal that the caller may see: of the account, and of the project if the request is bound to one. */
export async function requireProposal(ctx: Context, db: Reader, id: string): Promise<ProposalRow> {
  const row = isId('proposal', id)
    ? await selectProposal(db, ctx.account.id, ctx.project?.id ?? null, id)
    : undefined;
  if (!row) throw notFound('Proposal');
  return row;
}
