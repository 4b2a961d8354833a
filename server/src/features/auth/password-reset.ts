// Password reset by email. Neither the text nor the timing of the answer reveals whether the address is
// known, because a job does the work.
import { fieldError } from '#lib/app-error';
import { HOUR_MS, MINUTE_MS } from '#lib/clock';
import { changeAs } from '#core/change/change';
import type { AdminContext, PublicContext, SystemContext } from '#core/context';
import { job } from '#core/jobs/job';
import { enqueue } from '#core/jobs/job-queue';
import { hashPassword } from '#core/access/password';
import { hit, requireAllowed } from '#core/access/rate-limit';
import { closeOtherSessions } from '#core/access/sessions';
import { newToken } from '#core/access/token';
import type { PasswordReset, PasswordResetConfirm } from './schemas.ts';
import {
  deleteTokensOfUser,
  insertToken,
  normalEmail,
  requirePasswordLogin,
  selectHome,
  selectTokenUser,
  selectUserByEmail,
  takeToken,
  updatePassword,
} from '#services/accounts';

const REQUESTS = { name: 'password-resets', limit: 5, windowMs: 15 * MINUTE_MS } as const;
const VALID_MS = HOUR_MS;
const JOB = 'password-reset-mail';

export async function requestReset(ctx: PublicContext, input: PasswordReset): Promise<void> {
  requirePasswordLogin(ctx);
  const email = normalEmail(input.email);
  for (const subject of [`ip:${ctx.origin.ip}`, `email:${email}`]) {
    requireAllowed(await hit(ctx, REQUESTS, subject), 'Too many requests. Wait a few minutes.');
  }
  await ctx.metadata.transaction((db) => enqueue(db, ctx.clock, { name: JOB, payload: { email } }));
}

export const resetMailJob = job<{ email: string } | null>({
  name: JOB,
  maxAttempts: 5,
  run: async (ctx, payload) => {
    if (payload !== null) await sendReset(ctx, payload.email);
  },
});

/** Also used by `tracewell-server account reset-link`, for deployments without email. */
export async function makeResetLink(ctx: AdminContext, email: string): Promise<string | null> {
  const user = await selectUserByEmail(ctx.db, email);
  const accountId = user ? await selectHome(ctx.db, user.id) : null;
  if (!user || accountId === null) return null;
  const token = newToken();
  const now = ctx.clock.now();
  await changeAs(
    ctx,
    { accountId, actor: ctx.actor, origin: null },
    'user.request_password_reset',
    async ({ db }) => {
      await insertToken(db, {
        token,
        kind: 'password_reset',
        accountId: null,
        userId: user.id,
        now,
        expiresAt: now + VALID_MS,
      });
      return { result: undefined, target: { type: 'user', id: user.id } };
    },
  );
  return `${ctx.config.publicUrl}/reset#token=${token}`;
}

async function sendReset(ctx: SystemContext, email: string): Promise<void> {
  // A user without a password signs in through single sign-on and must not bypass its rules by setting one.
  // The operator may allow it: `tracewell-server account reset-link`.
  if ((await selectUserByEmail(ctx.db, email))?.password_hash === '') return;
  const link = await makeResetLink(ctx, email);
  if (link === null) return;
  await ctx.mailer.send({
    to: email,
    subject: 'Reset your Tracewell password',
    text: `Someone asked to reset the password of ${email} on ${ctx.config.publicUrl}.\n\nTo choose a new one, open this link within an hour:\n\n${link}\n\nIf it was not you, ignore this message: nothing has changed.\n`,
  });
}

export async function confirmReset(ctx: PublicContext, input: PasswordResetConfirm): Promise<void> {
  const invalid = () =>
    fieldError(
      'bad_request',
      'invalid_token',
      'token',
      'This link has been used or has expired. Ask for a new one.',
    );
  requirePasswordLogin(ctx);
  const userId = await selectTokenUser(ctx.db, 'password_reset', input.token, ctx.clock.now());
  const accountId = userId === null ? null : await selectHome(ctx.db, userId);
  if (userId === null || accountId === null) throw invalid();
  const passwordHash = await hashPassword(input.newPassword);
  await changeAs(
    ctx,
    { accountId, actor: { type: 'system', id: 'password-reset' }, origin: ctx.origin },
    'user.reset_password',
    async ({ db }) => {
      if (!(await takeToken(db, 'password_reset', input.token, ctx.clock.now()))) throw invalid();
      await updatePassword(db, userId, passwordHash, ctx.clock.now());
      await closeOtherSessions(db, userId, null);
      await deleteTokensOfUser(db, userId);
      return { result: undefined, target: { type: 'user', id: userId } };
    },
  );
}
