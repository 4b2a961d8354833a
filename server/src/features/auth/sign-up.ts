// Creates users. The first one takes over the account of the first start and owns it. After that sign-up is
// closed unless the deployment opens it; each new user then gets an account on Free.
import { isIP } from 'node:net';
import { AppError, fieldError } from '#lib/app-error';
import { HOUR_MS } from '#lib/clock';
import { newId } from '#lib/ids';
import type { PublicContext } from '#core/context';
import { changeAs, type Done, type Tx } from '#core/change/change';
import { hashPassword } from '#core/access/password';
import { hit, requireAllowed } from '#core/access/rate-limit';
import { openSession } from '#core/access/sessions';
import { uniqueEmail } from '#core/change/unique';
import { changeConsents } from '#features/account';
import {
  anyUserExists,
  deleteClaimTokens,
  insertMembership,
  insertUser,
  lockFirstUser,
  normalEmail,
  openAccount,
  renameAccount,
  requirePasswordLogin,
  selectClaimedAccount,
  selectSessionView,
  selectUnclaimedAccount,
  takeToken,
} from '#services/accounts';
import type { SignedIn } from './cookie.ts';
import type { AccountClaim, SignUp } from './schemas.ts';

interface Newcomer {
  userId: string;
  email: string;
  name: string;
  passwordHash: string;
  storeMessages?: boolean;
}

/**
 * Adds user, membership, session and consent in the transaction that created or claimed the account. Consents
 * to features of a plan need that plan.
 */
async function joinAsOwner(
  ctx: PublicContext,
  tx: Tx,
  accountId: string,
  who: Newcomer,
): Promise<Done<SignedIn>> {
  const now = ctx.clock.now();
  await insertUser(tx.db, {
    id: who.userId,
    email: normalEmail(who.email),
    name: who.name,
    password_hash: who.passwordHash,
    created_at: now,
    updated_at: now,
  });
  await insertMembership(tx.db, accountId, who.userId, 'owner', now);
  await deleteClaimTokens(tx.db, accountId);
  const session = await openSession(tx.db, ctx.clock, who.userId, accountId);
  const view = await selectSessionView(tx.db, who.userId, accountId);
  if (!view) throw new Error('A new member is missing.');
  const { changed } = await changeConsents(tx, ctx.clock, {
    accountId,
    changedBy: who.userId,
    wanted:
      who.storeMessages === undefined || view.account.plan === 'free'
        ? {}
        : { plaintextStorage: who.storeMessages },
  });
  return {
    result: { view, ...session },
    target: { type: 'user', id: who.userId },
    metadata: { role: 'owner' },
    also:
      changed.plaintextStorage === undefined
        ? []
        : [
            {
              action: changed.plaintextStorage ? 'account.grant_consent' : 'account.withdraw_consent',
              actor: { type: 'user', id: who.userId },
              target: { type: 'account', id: accountId },
              metadata: changed,
            },
          ],
  };
}

// Each sign-up creates an account with its own quota, and its password hash takes 50 ms of CPU.
const SIGN_UPS = { name: 'sign-ups', limit: 5, windowMs: HOUR_MS } as const;
const TOO_MANY = 'Too many sign-ups from this address. Try again in an hour.';

const signUpClosed = () =>
  new AppError('forbidden', 'signup_closed', 'Sign-up is closed. Ask a member for an invitation.');

/**
 * The first user owns everything. A web page that points its name at this machine (DNS rebinding) must not
 * become the first user. So the host in the request must be ours: the public one, loopback, or a bare IP
 * address, which no name can imitate.
 */
function requireOwnHost({ origin, config }: PublicContext): void {
  const hostname = URL.parse(`http://${origin.host}`)?.hostname ?? '';
  const own = new URL(config.publicUrl).hostname;
  if (hostname === own || hostname === 'localhost' || isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return;
  throw new AppError(
    'forbidden',
    'unknown_host',
    `The first sign-up must use ${config.publicUrl} (TRACEWELL_PUBLIC_URL), not ${origin.host}.`,
  );
}

export async function signUp(ctx: PublicContext, input: SignUp): Promise<SignedIn> {
  requirePasswordLogin(ctx);
  const first = !(await anyUserExists(ctx.db));
  if (!first && !ctx.config.openSignup) throw signUpClosed();
  if (first) requireOwnHost(ctx);
  else requireAllowed(await hit(ctx, SIGN_UPS, `ip:${ctx.origin.ip}`), TOO_MANY);
  const passwordHash = await hashPassword(input.password);
  return uniqueEmail(async () => {
    const done = await signUpAs(ctx, input, passwordHash, first);
    if (done) return done;
    const later = ctx.config.openSignup ? await signUpAs(ctx, input, passwordHash, false) : null;
    if (!later) throw signUpClosed();
    return later;
  });
}

/** Null if another visitor was faster: only one takes over the account of the first start or gets Team. */
async function signUpAs(
  ctx: PublicContext,
  input: SignUp,
  passwordHash: string,
  first: boolean,
): Promise<SignedIn | null> {
  const userId = newId('user');
  const claimed = first ? await selectUnclaimedAccount(ctx.db) : null;
  const accountId = claimed ?? newId('account');
  return changeAs<SignedIn | null>(
    ctx,
    { accountId, actor: { type: 'system', id: 'signup' }, origin: ctx.origin },
    'user.signup',
    async (tx) => {
      if (first) {
        await lockFirstUser(tx.db);
        if (await anyUserExists(tx.db)) return { result: null, target: null };
      }
      if (claimed === null) {
        await openAccount(tx, ctx.clock, {
          id: accountId,
          name: input.accountName ?? input.name,
          plan: first ? 'team' : 'free',
        });
      } else if (input.accountName !== undefined) {
        await renameAccount(tx.db, accountId, input.accountName, ctx.clock.now());
        await tx.invalidate('accounts', accountId);
      }
      return joinAsOwner(ctx, tx, accountId, { userId, passwordHash, ...input });
    },
  );
}

/** The link printed at the first start: its first visitor becomes the owner, once. */
export async function claimAccount(ctx: PublicContext, input: AccountClaim): Promise<SignedIn> {
  const used = () =>
    fieldError(
      'bad_request',
      'invalid_token',
      'token',
      'This link has been used or has expired. `tracewell-server account link` makes a new one.',
    );
  requirePasswordLogin(ctx);
  const accountId = await selectClaimedAccount(ctx.db, input.token, ctx.clock.now());
  if (accountId === null) throw used();
  const passwordHash = await hashPassword(input.password);
  const userId = newId('user');
  return uniqueEmail(() =>
    changeAs(
      ctx,
      { accountId, actor: { type: 'system', id: 'claim' }, origin: ctx.origin },
      'user.claim_account',
      async (tx) => {
        await lockFirstUser(tx.db);
        const token = await takeToken(tx.db, 'claim', input.token, ctx.clock.now());
        if (!token) throw used();
        return joinAsOwner(ctx, tx, accountId, { userId, passwordHash, ...input });
      },
    ),
  );
}
