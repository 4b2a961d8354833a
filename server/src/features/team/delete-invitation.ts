import { AppError, notFound } from '#lib/app-error';
import type { Role } from '#core/access/actor';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { deleteInvitationRow, selectInvitation } from '#services/accounts';
import { lockAccount } from '#core/lock-account';
import { actorNow, requireAdmin, requireReach } from './roles.ts';

export const deleteInvitation = (ctx: Context, id: string): Promise<void> =>
  change(ctx, 'invitation.delete', async ({ db }) => {
    await lockAccount(db, ctx.account.id);
    const actor = await actorNow(db, ctx);
    requireAdmin(actor);
    const invitation = await selectInvitation(db, ctx.account.id, id);
    if (!invitation) throw notFound('Invitation');
    requireReach(actor, invitation.role as Role);
    if (!(await deleteInvitationRow(db, ctx.account.id, id))) {
      throw new AppError(
        'conflict',
        'invitation_accepted',
        'This invitation has been accepted. Remove the member instead.',
      );
    }
    return {
      result: undefined,
      target: { type: 'invitation', id },
      metadata: { email: invitation.email, role: invitation.role },
    };
  });
