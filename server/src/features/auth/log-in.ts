import { AppError, notFound } from '#lib/app-error';
import { MINUTE_MS } from '#lib/clock';
import { changeAs } from '#core/change/change';
import type { PublicContext, Context } from '#core/context';
import { verifyPassword } from '#core/access/password';
import { hit, peek, peekInTurn, requireAllowed, type RateState } from '#core/access/rate-limit';
import { closeSession, findSession, openSession, selectSealedIdToken } from '#core/access/sessions';
import {
  normalEmail,
  requirePasswordLogin,
  selectHome,
  selectSessionView,
  selectUserByEmail,
  type SessionView,
} from '#services/accounts';
import type { SignedIn } from './cookie.ts';
import { knownDevice } from './known-device.ts';
import type { LogIn } from './schemas.ts';

// Only failures count, so that frequent sign-ins never lock a person out.
const FAILURES = { name: 'login-failures', limit: 10, windowMs: 5 * MINUTE_MS } as const;
const TOO_MANY = 'Too many failed sign-ins. Wait a few minutes.';

const noAccount = () =>
  new AppError('forbidden', 'no_account', 'You are not a member of any account. Ask for an invitation.');

async function requireFewFailures(ctx: PublicContext, subjects: readonly string[]): Promise<void> {
  for (const subject of subjects) requireAllowed(await peek(ctx.db, ctx.clock, FAILURES, subject), TOO_MANY);
}

function failuresOf(ctx: PublicContext, email: string, userId: string | undefined): readonly string[] {
  const device = userId === undefined ? null : knownDevice(ctx, userId);
  if (device !== null) return [`device:${device}`];
  return [`ip:${ctx.origin.ip}`, `email:${normalEmail(email)}`];
}

export async function logIn(ctx: PublicContext, input: LogIn): Promise<SignedIn> {
  requirePasswordLogin(ctx);
  const user = await selectUserByEmail(ctx.db, input.email);
  const subjects = failuresOf(ctx, input.email, user?.id);
  await requireFewFailures(ctx, subjects);
  if (!(await verifyPassword(input.password, user?.password_hash ?? null)) || !user) {
    const states: RateState[] = [];
    for (const subject of subjects) states.push(await hit(ctx, FAILURES, subject));
    for (const state of states) requireAllowed(state, TOO_MANY);
    throw new AppError('unauthorized', 'invalid_login', 'The email or the password is wrong.');
  }
  // Many parallel guesses all pass the first check; the right one among them must not succeed either.
  for (const subject of subjects)
    requireAllowed(await peekInTurn(ctx.metadata, ctx.clock, FAILURES, subject), TOO_MANY);
  return openLogIn(ctx, user.id);
}

interface SsoSession {
  /** Sealed. */
  idToken: string | null;
}

/** Opens a session for an authenticated user. */
export async function openLogIn(ctx: PublicContext, userId: string, sso?: SsoSession): Promise<SignedIn> {
  const accountId = await selectHome(ctx.db, userId);
  if (accountId === null) throw noAccount();
  return changeAs(
    ctx,
    { accountId, actor: { type: 'system', id: 'login' }, origin: ctx.origin },
    'user.login',
    async (tx) => {
      const session = await openSession(tx.db, ctx.clock, userId, accountId, sso?.idToken ?? null);
      const view = await selectSessionView(tx.db, userId, accountId);
      if (!view) throw noAccount();
      return {
        result: { view, ...session },
        target: { type: 'user', id: userId },
        ...(sso ? { metadata: { method: 'sso' } } : {}),
      };
    },
  );
}

/**
 * Signing out twice, or with an ended session, is not an error. Returns the sealed ID token of a session that
 * began with single sign-on, and null for all others.
 */
export async function logOut(ctx: PublicContext): Promise<string | null> {
  const token = ctx.origin.sessionToken;
  const session = token === null ? null : await findSession(ctx.db, ctx.clock, token);
  if (token === null || !session) return null;
  const idToken = await selectSealedIdToken(ctx.db, token);
  const { accountId, actor } = session;
  await changeAs(ctx, { accountId, actor, origin: ctx.origin }, 'user.logout', async (tx) => {
    await closeSession(tx.db, token);
    return { result: undefined, target: { type: 'user', id: actor.id } };
  });
  return idToken;
}

export async function currentSession(ctx: Context): Promise<SessionView> {
  const view = await selectSessionView(ctx.db, ctx.actor.id, ctx.account.id);
  if (!view) throw notFound('Session');
  return view;
}
