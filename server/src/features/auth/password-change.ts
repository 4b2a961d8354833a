import { fieldError } from '#lib/app-error';
import { MINUTE_MS } from '#lib/clock';
import { change } from '#core/change';
import type { Context } from '#core/context';
import { hashPassword, verifyPassword } from '#core/password';
import { hit, peek, peekInTurn, requireAllowed } from '#core/rate-limit';
import { closeOtherSessions } from '#core/sessions';
import type { PasswordChange } from './schemas.ts';
import { deleteTokensOfUser, selectUser, updatePassword } from './store.ts';

const FAILURES = { name: 'password-failures', limit: 10, windowMs: 5 * MINUTE_MS } as const;
const TOO_MANY = 'Too many wrong passwords. Wait a few minutes.';

/** Ends every other session of the user: whoever knew the old password is out. */
export async function changePassword(ctx: Context, input: PasswordChange): Promise<void> {
  const userId = ctx.actor.id;
  requireAllowed(await peek(ctx.db, ctx.clock, FAILURES, userId), TOO_MANY);
  const user = await selectUser(ctx.db, userId);
  if (!(await verifyPassword(input.currentPassword, user?.password_hash ?? null))) {
    requireAllowed(await hit(ctx.metadata, ctx.clock, FAILURES, userId), TOO_MANY);
    throw fieldError('forbidden', 'wrong_password', 'currentPassword', 'The current password is wrong.');
  }
  // As at sign-in: many guesses at once are no way around the limit.
  requireAllowed(await peekInTurn(ctx.metadata, ctx.clock, FAILURES, userId), TOO_MANY);
  const passwordHash = await hashPassword(input.newPassword);
  await change(ctx, 'user.change_password', async ({ db }) => {
    await updatePassword(db, userId, passwordHash, ctx.clock.now());
    await closeOtherSessions(db, userId, ctx.origin.sessionToken);
    await deleteTokensOfUser(db, userId);
    return { result: undefined, target: { type: 'user', id: userId } };
  });
}
