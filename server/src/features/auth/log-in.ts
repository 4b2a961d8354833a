import { AppError } from '#lib/app-error';
import { MINUTE_MS } from '#lib/clock';
import { changeAs } from '#core/change';
import type { PublicContext } from '#core/context';
import { verifyPassword } from '#core/password';
import { hit, peek, requireAllowed } from '#core/rate-limit';
import { closeSession, findSession, openSession } from '#core/sessions';
import type { SignedIn } from './cookie.ts';
import type { LogIn } from './schemas.ts';
import { normalEmail, selectHome, selectSessionView, selectUserByEmail } from './store.ts';

// Only failures count, so that a person who signs in often is never locked out by it.
const FAILURES = { name: 'login-failures', limit: 10, windowMs: 5 * MINUTE_MS } as const;
const TOO_MANY = 'Too many failed sign-ins. Wait a few minutes.';

export async function logIn(ctx: PublicContext, input: LogIn): Promise<SignedIn> {
  const subjects = [`ip:${ctx.origin.ip}`, `email:${normalEmail(input.email)}`];
  for (const subject of subjects) requireAllowed(await peek(ctx.db, ctx.clock, FAILURES, subject), TOO_MANY);
  const user = await selectUserByEmail(ctx.db, input.email);
  const right = await verifyPassword(input.password, user?.password_hash ?? null);
  const accountId = user ? await selectHome(ctx.db, user.id) : null;
  if (!right || !user || accountId === null) {
    for (const subject of subjects) await hit(ctx.metadata, ctx.clock, FAILURES, subject);
    throw new AppError('unauthorized', 'invalid_login', 'The email or the password is wrong.');
  }
  return changeAs(
    ctx,
    { accountId, actor: { type: 'system', id: 'login' }, origin: ctx.origin },
    'user.login',
    async (tx) => {
      const session = await openSession(tx.db, ctx.clock, user.id, accountId);
      const view = await selectSessionView(tx.db, user.id, accountId);
      if (!view) throw new AppError('unauthorized', 'invalid_login', 'The email or the password is wrong.');
      return { result: { view, ...session }, target: { type: 'user', id: user.id } };
    },
  );
}

/** Signing out twice, or with a session that has ended, is no error. */
export async function logOut(ctx: PublicContext): Promise<void> {
  const token = ctx.origin.sessionToken;
  const session = token === null ? null : await findSession(ctx.db, ctx.clock, token);
  if (token === null || !session) return;
  const { accountId, actor } = session;
  await changeAs(ctx, { accountId, actor, origin: ctx.origin }, 'user.logout', async (tx) => {
    await closeSession(tx.db, token);
    return { result: undefined, target: { type: 'user', id: actor.id } };
  });
}
