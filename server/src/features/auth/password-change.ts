import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { hashPassword } from '#core/access/password';
import { closeOtherSessions } from '#core/access/sessions';
import {
  deleteTokensOfUser,
  requirePassword,
  requirePasswordLogin,
  updatePassword,
} from '#services/accounts';
import type { PasswordChange } from './schemas.ts';

/** Ends every other session of the user, so that anyone who knew the old password is signed out. */
export async function changePassword(ctx: Context, input: PasswordChange): Promise<void> {
  requirePasswordLogin(ctx);
  const userId = ctx.actor.id;
  await requirePassword(ctx, 'currentPassword', input.currentPassword);
  const passwordHash = await hashPassword(input.newPassword);
  await change(ctx, 'user.change_password', async ({ db }) => {
    await updatePassword(db, userId, passwordHash, ctx.clock.now());
    await closeOtherSessions(db, userId, ctx.origin.sessionToken);
    await deleteTokensOfUser(db, userId);
    return { result: undefined, target: { type: 'user', id: userId } };
  });
}
