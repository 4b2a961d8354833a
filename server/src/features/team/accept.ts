// Joining by an invitation. The endpoint is public, because the newcomer may not be a user yet, and the token
// is the credential. An existing user must also be signed in, so that a token alone never opens their
// account.
import { AppError, fieldError } from '#lib/app-error';
import { newId } from '#lib/ids';
import type { Role } from '#core/access/actor';
import { changeAs, type Tx } from '#core/change/change';
import type { PublicContext } from '#core/context';
import { hashPassword } from '#core/access/password';
import { requirePayment } from '#core/access/plans';
import { closeSession, findSession, openSession } from '#core/access/sessions';
import { hashToken } from '#core/access/token';
import { lockAccount } from '#core/lock-account';
import { unlessTaken } from '#core/change/unique';
import {
  hasMembership,
  insertMembership,
  insertUser,
  lockUserByEmail,
  renewUser,
  requirePasswordLogin,
  selectSessionView,
  selectUserByEmail,
  takeInvitation,
  selectOpenInvitation,
} from '#services/accounts';
import { type SignedIn } from '#features/auth';
import type { InvitationsTable } from '#metadata';
import type { AcceptInvitation } from './schemas.ts';
import { selectMember } from './store.ts';

const invalidToken = () =>
  fieldError(
    'bad_request',
    'invalid_token',
    'token',
    'This invitation has been used, was withdrawn or has expired. Ask for a new one.',
  );

const signInFirst = () =>
  new AppError(
    'unauthorized',
    'sign_in_first',
    'A user with the email of this invitation already exists. Sign in first, then accept.',
  );

interface Newcomer {
  name: string;
  passwordHash: string;
}

export async function acceptInvitation(ctx: PublicContext, input: AcceptInvitation): Promise<SignedIn> {
  const invitation = await selectOpenInvitation(ctx.db, hashToken(input.token), ctx.clock.now());
  const account = invitation ? await ctx.accounts.get(invitation.account_id) : null;
  if (!invitation || !account) throw invalidToken();
  requirePayment(account, 'team');
  const { sessionToken } = ctx.origin;
  const session = sessionToken === null ? null : await findSession(ctx.db, ctx.clock, sessionToken);
  const signedInAs = session?.actor.email === invitation.email ? session.actor : null;
  const enter = signedInAs ? async () => signedInAs.id : await newcomer(ctx, invitation, input);
  const actor = signedInAs ?? ({ type: 'system', id: 'invitation' } as const);
  // Another request may sign up with this email while the password is hashed.
  return unlessTaken(signInFirst, () =>
    changeAs(ctx, { accountId: account.id, actor, origin: ctx.origin }, 'invitation.accept', async (tx) => {
      await lockAccount(tx.db, account.id);
      if (!(await takeInvitation(tx.db, invitation.id, ctx.clock.now()))) throw invalidToken();
      const userId = await enter(tx);
      const result = await join(ctx, tx, invitation, userId);
      if (session && sessionToken !== null) await closeSession(tx.db, sessionToken);
      return {
        result,
        target: { type: 'invitation', id: invitation.id },
        metadata: { userId, email: invitation.email, role: invitation.role },
      };
    }),
  );
}

/** Turns a newcomer into a user. The password hash is expensive, so the token is checked first. */
async function newcomer(
  ctx: PublicContext,
  { email, token_hash: tokenHash }: InvitationsTable,
  input: AcceptInvitation,
): Promise<(tx: Tx) => Promise<string>> {
  requirePasswordLogin(ctx);
  const user = await selectUserByEmail(ctx.db, email);
  if (user && (await hasMembership(ctx.db, user.id))) {
    // This very invitation may have made the user a moment ago.
    const isOpen = await selectOpenInvitation(ctx.db, tokenHash, ctx.clock.now());
    throw isOpen ? signInFirst() : invalidToken();
  }
  const { name, password } = input;
  if (name === undefined || password === undefined) {
    const details = [
      ...(name === undefined ? [{ path: 'name', message: 'is required for a new user' }] : []),
      ...(password === undefined ? [{ path: 'password', message: 'is required for a new user' }] : []),
    ];
    throw new AppError('bad_request', 'name_and_password_required', 'Choose a name and a password.', {
      details,
    });
  }
  const passwordHash = await hashPassword(password);
  return (tx) => becomeUser(ctx, tx, email, { name, passwordHash });
}

/**
 * A user who was removed from their last account cannot sign in, so they choose a name and a password as if
 * they were new, and keep their id.
 */
async function becomeUser(ctx: PublicContext, tx: Tx, email: string, who: Newcomer): Promise<string> {
  const now = ctx.clock.now();
  const known = await lockUserByEmail(tx.db, email);
  if (known) {
    if (await hasMembership(tx.db, known)) throw signInFirst();
    await renewUser(tx.db, known, { name: who.name, passwordHash: who.passwordHash, now });
    return known;
  }
  const id = newId('user');
  await insertUser(tx.db, {
    id,
    email,
    name: who.name,
    password_hash: who.passwordHash,
    created_at: now,
    updated_at: now,
  });
  return id;
}

async function join(
  ctx: PublicContext,
  tx: Tx,
  invitation: InvitationsTable,
  userId: string,
): Promise<SignedIn> {
  const accountId = invitation.account_id;
  if (await selectMember(tx.db, accountId, userId)) {
    throw new AppError('conflict', 'already_member', 'You are a member of this account already.');
  }
  await insertMembership(tx.db, accountId, userId, invitation.role as Role, ctx.clock.now());
  const opened = await openSession(tx.db, ctx.clock, userId, accountId);
  const view = await selectSessionView(tx.db, userId, accountId);
  if (!view) throw new Error('A new member is missing.');
  return { view, ...opened };
}
