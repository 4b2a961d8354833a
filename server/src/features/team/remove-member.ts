import { notFound } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { closeSessionsInAccount } from '#core/access/sessions';
import { lockAccount } from '#core/lock-account';
import { revokeKeysMadeBy } from '#features/api-keys';
import { actorNow, requireAdmin, requireAnotherOwner, requireReach } from './roles.ts';
import { deleteMembership, selectMember } from './store.ts';

/**
 * An admin removes a member, or a member leaves. Their sessions in this account end, and the keys that they
 * made are revoked.
 */
export const removeMember = (ctx: Context, userId: string): Promise<void> =>
  change(ctx, 'member.remove', async (tx) => {
    const { db } = tx;
    await lockAccount(db, ctx.account.id);
    const actor = await actorNow(db, ctx);
    const leaves = actor.type === 'user' && actor.id === userId;
    if (!leaves) requireAdmin(actor);
    const member = await selectMember(db, ctx.account.id, userId);
    if (!member) throw notFound('Member');
    requireReach(actor, member.role);
    if (member.role === 'owner') await requireAnotherOwner(db, ctx.account.id);
    await deleteMembership(db, ctx.account.id, userId);
    await closeSessionsInAccount(db, userId, ctx.account.id);
    const revokedKeys = await revokeKeysMadeBy(tx, ctx.account.id, userId);
    return {
      result: undefined,
      target: { type: 'user', id: userId },
      metadata: { email: member.email, role: member.role, left: leaves, revokedKeys },
    };
  });
