import { AppError, fieldError } from '#lib/app-error';
import { MINUTE_MS } from '#lib/clock';
import type { Context, Services } from '#core/context';
import { verifyPassword } from '#core/access/password';
import { hit, peek, peekInTurn, requireAllowed } from '#core/access/rate-limit';
import { sessionStartedAt } from '#core/access/sessions';
import { selectUser } from './store.ts';

const FAILURES = { name: 'password-failures', limit: 10, windowMs: 5 * MINUTE_MS } as const;
const TOO_MANY = 'Too many wrong passwords. Wait a few minutes.';
const FRESH_MS = 10 * MINUTE_MS;

/** For actions that need more than a session: checks the password of the signed-in user, sent in `field`. */
export async function requirePassword(ctx: Context, field: string, password: string): Promise<void> {
  const userId = ctx.actor.id;
  requireAllowed(await peek(ctx.db, ctx.clock, FAILURES, userId), TOO_MANY);
  const user = await selectUser(ctx.db, userId);
  if (!(await verifyPassword(password, user?.password_hash ?? null))) {
    requireAllowed(await hit(ctx, FAILURES, userId), TOO_MANY);
    throw fieldError('forbidden', 'wrong_password', field, 'The current password is wrong.');
  }
  // As at sign-in: parallel guesses must not bypass the limit.
  requireAllowed(await peekInTurn(ctx.metadata, ctx.clock, FAILURES, userId), TOO_MANY);
}

/** Like `requirePassword`. Someone who signs in without a password must have signed in recently. */
export async function requirePresence(
  ctx: Context,
  field: string,
  password: string | undefined,
): Promise<void> {
  const user = await selectUser(ctx.db, ctx.actor.id);
  if (ctx.config.passwordLogin && user?.password_hash !== '') {
    if (password === undefined)
      throw fieldError('bad_request', 'password_required', field, 'Enter your password.');
    return requirePassword(ctx, field, password);
  }
  const { sessionToken } = ctx.origin;
  const startedAt = sessionToken === null ? null : await sessionStartedAt(ctx.db, sessionToken);
  if (startedAt !== null && ctx.clock.now() - startedAt <= FRESH_MS) return;
  throw new AppError(
    'forbidden',
    'sign_in_again',
    'You signed in more than ten minutes ago. Sign out, sign in again, and repeat this.',
  );
}

/** Required before a password of someone who is not signed in is set or checked. */
export function requirePasswordLogin({ config }: Pick<Services, 'config'>): void {
  if (config.passwordLogin) return;
  throw new AppError(
    'forbidden',
    'password_login_off',
    `Signing in with a password is off here. Continue with ${config.oidc?.name ?? 'single sign-on'}.`,
  );
}
