import { notFound } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { updateRole } from '#services/accounts';
import { actorNow, requireAdmin, requireAnotherOwner, requireReach } from './roles.ts';
import type { Member, MemberRole } from './schemas.ts';
import { selectMember } from './store.ts';

export const changeRole = (ctx: Context, userId: string, { role }: MemberRole): Promise<Member> =>
  change(ctx, 'member.change_role', async ({ db }) => {
    await lockAccount(db, ctx.account.id);
    const actor = await actorNow(db, ctx);
    requireAdmin(actor);
    const member = await selectMember(db, ctx.account.id, userId);
    if (!member) throw notFound('Member');
    requireReach(actor, member.role);
    requireReach(actor, role);
    if (member.role === role) return { result: member, target: null };
    if (member.role === 'owner') await requireAnotherOwner(db, ctx.account.id);
    await updateRole(db, ctx.account.id, userId, role);
    return {
      result: { ...member, role },
      target: { type: 'user', id: userId },
      metadata: { email: member.email, from: member.role, to: role },
    };
  });
