import { notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import type { PageQuery } from '#core/paging';
import { listKeysMadeBy } from '#features/api-keys';
import { requireAdmin } from './roles.ts';
import { selectMember } from './store.ts';

/** The keys that removing the member revokes. For admins, and for the member, who may leave. */
export async function listMemberKeys(ctx: Context, userId: string, query: PageQuery) {
  const { actor } = ctx;
  if (actor.type !== 'user' || actor.id !== userId) requireAdmin(actor);
  if (!(await selectMember(ctx.db, ctx.account.id, userId))) throw notFound('Member');
  return listKeysMadeBy(ctx, userId, query);
}
