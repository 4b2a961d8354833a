import { notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import { cutPage, pageByPosition, type PageQuery } from '#core/paging';
import { selectSignInMethods, selectInvitations } from '#services/accounts';
import { listKeysMadeBy } from '#features/api-keys';
import { presentInvitation, presentMember, selectMembers, selectMember } from './store.ts';
import { requireAdmin } from './roles.ts';

export async function listMembers(ctx: Context, query: PageQuery) {
  const page = pageByPosition(query);
  const rows = await selectMembers(ctx.db, ctx.account.id, page);
  const { shown, nextCursor } = cutPage(rows, page, (row) => [row.joined_at, row.userId]);
  const methods = await selectSignInMethods(
    ctx.db,
    shown.map(({ userId }) => userId),
  );
  return {
    members: shown.map((row) => presentMember(row, methods.get(row.userId) ?? [])),
    nextCursor,
  };
}

export async function listInvitations(ctx: Context, query: PageQuery) {
  const page = pageByPosition(query);
  const rows = await selectInvitations(ctx.db, ctx.account.id, page);
  const { shown, nextCursor } = cutPage(rows, page, (row) => [row.created_at, row.id]);
  const now = ctx.clock.now();
  return { invitations: shown.map((row) => presentInvitation(row, now)), nextCursor };
}

/** The keys that removing the member revokes. For admins, and for the member, who may leave. */
export async function listMemberKeys(ctx: Context, userId: string, query: PageQuery) {
  const { actor } = ctx;
  if (actor.type !== 'user' || actor.id !== userId) requireAdmin(actor);
  if (!(await selectMember(ctx.db, ctx.account.id, userId))) throw notFound('Member');
  return listKeysMadeBy(ctx, userId, query);
}
