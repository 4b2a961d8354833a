// Maps a person at the provider to a user, who is known by the identity, linked by a verified email, added by
// an invitation, or created. Everyone has to meet the operator's rules at every sign-in.
import type { OidcConfig } from '#config';
import { AppError } from '#lib/app-error';
import { newId } from '#lib/ids';
import type { Role } from '#core/access/actor';
import { requirePayment } from '#core/access/plans';
import { changeAs, type ChangeBy, type Done, type Tx } from '#core/change/change';
import type { PublicContext } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { isUniqueViolation, type Reader } from '#metadata';
import {
  countOwners,
  deleteClaimTokens,
  hasIdentity,
  insertIdentity,
  insertMembership,
  insertUser,
  lockFirstUser,
  selectFirstAccount,
  selectHome,
  selectIdentityUser,
  selectInvitationTo,
  selectRole,
  selectUserByEmail,
  takeInvitation,
  touchIdentity,
  updateRole,
} from '#services/accounts';
import { losesOwnership, mappedRole, requireAdmitted, requireVerifiedEmail, type Person } from './person.ts';
import { SsoRefusal } from './refusal.ts';

/** The account that people join. The role map sets the roles in it. */
export const selectSsoAccount = async (db: Reader, { accountId }: OidcConfig): Promise<string | null> =>
  accountId ?? selectFirstAccount(db);

/** Returns the id of the user. */
export async function admitPerson(ctx: PublicContext, oidc: OidcConfig, person: Person): Promise<string> {
  requireAdmitted(oidc, person);
  try {
    return await settle(ctx, oidc, person);
  } catch (error) {
    // The same person signed in from another window at the same time. Now the identity is known.
    if (isUniqueViolation(error)) return settle(ctx, oidc, person);
    throw error;
  }
}

interface Arrival {
  oidc: OidcConfig;
  person: Person;
  /** Null if no one has this identity or this email. */
  userId: string | null;
  /** Whether the identity is already linked to the user. */
  isLinked: boolean;
  /** The account of single sign-on. */
  ssoAccountId: string;
  /** The role from the role map; null if there is no map. */
  role: Role | null;
}

async function settle(ctx: PublicContext, oidc: OidcConfig, person: Person): Promise<string> {
  const role = mappedRole(oidc, person);
  const ssoAccountId = await selectSsoAccount(ctx.db, oidc);
  if (ssoAccountId === null) throw new SsoRefusal('no_account');
  const { userId, isLinked } = await selectKnown(ctx, person);
  const arrival: Arrival = { oidc, person, userId, isLinked, ssoAccountId, role };
  const home = userId === null ? null : await selectHome(ctx.db, userId);
  return userId !== null && home !== null
    ? welcomeBack(ctx, { ...arrival, userId }, home)
    : join(ctx, arrival);
}

/**
 * An email can pass to someone else, so a user who has an identity of this provider is not linked to another.
 * Open sign-up does not verify emails, so anyone could have signed up with a colleague's email and still know
 * the password.
 */
async function selectKnown(
  { db, config }: PublicContext,
  person: Person,
): Promise<Pick<Arrival, 'userId' | 'isLinked'>> {
  const known = await selectIdentityUser(db, person);
  if (known !== null) return { userId: known, isLinked: true };
  const user = await selectUserByEmail(db, requireVerifiedEmail(person));
  if (!user) return { userId: null, isLinked: false };
  // Another window may have linked this person since the first look.
  if ((await selectIdentityUser(db, person)) === user.id) return { userId: user.id, isLinked: true };
  if (config.openSignup) throw new SsoRefusal('email_taken');
  if (await hasIdentity(db, person.issuer, user.id)) throw new SsoRefusal('other_identity');
  return { userId: user.id, isLinked: false };
}

const SSO_ACTOR = { type: 'system', id: 'sso' } as const;

export const bySso = ({ origin }: PublicContext, accountId: string): ChangeBy => ({
  accountId,
  actor: SSO_ACTOR,
  origin,
});

/** Links the identity of an existing member and sets the role. */
async function welcomeBack(
  ctx: PublicContext,
  { person, userId, isLinked, ssoAccountId, role }: Arrival & { userId: string },
  home: string,
): Promise<string> {
  const isMember = (await selectRole(ctx.db, ssoAccountId, userId)) !== null;
  const accountId = isMember ? ssoAccountId : home;
  const action = isLinked ? 'member.change_role' : 'user.link_identity';
  const target = { type: 'user', id: userId };
  return changeAs(ctx, bySso(ctx, accountId), action, async (tx): Promise<Done<string>> => {
    await lockAccount(tx.db, accountId);
    const now = ctx.clock.now();
    if (isLinked) await touchIdentity(tx.db, person, now);
    else await insertIdentity(tx.db, person, userId, now);
    const changed = isMember && role !== null ? await applyRole(tx, accountId, userId, role) : null;
    const metadata = changed && { email: person.email, ...changed };
    if (isLinked) return { result: userId, target: metadata && target, metadata: metadata ?? {} };
    const roleChange = metadata && {
      action: 'member.change_role' as const,
      actor: SSO_ACTOR,
      target,
      metadata,
    };
    const linked = { email: person.email, issuer: person.issuer };
    return { result: userId, target, metadata: linked, also: roleChange ? [roleChange] : [] };
  });
}

/** Null if nothing changed. The last owner keeps the role: an account without one could not be managed. */
async function applyRole(
  { db }: Tx,
  accountId: string,
  userId: string,
  role: Role,
): Promise<{ from: Role; to: Role } | null> {
  const before = await selectRole(db, accountId, userId);
  if (before === null || before === role) return null;
  if (losesOwnership(before, role) && (await countOwners(db, accountId)) === 1) return null;
  await updateRole(db, accountId, userId, role);
  return { from: before, to: role };
}

/** Adds a person who is in no account, by an invitation or as the rules allow. */
async function join(ctx: PublicContext, arrival: Arrival): Promise<string> {
  const { oidc, person, ssoAccountId } = arrival;
  const email = requireVerifiedEmail(person);
  const invitation = await selectInvitationTo(ctx.db, email, ctx.clock.now());
  if (!invitation) {
    // Someone removed them, so they need an invitation to come back.
    if (arrival.userId !== null) throw new SsoRefusal('removed');
    if (!oidc.createUsers) throw new SsoRefusal('not_invited');
  }
  const accountId = invitation?.accountId ?? ssoAccountId;
  const account = await ctx.accounts.get(accountId);
  if (!account) throw new SsoRefusal('no_account');
  const isFirst = (await countOwners(ctx.db, accountId)) === 0;
  if (!isFirst) requireTeam(account);
  const isNew = arrival.userId === null;
  const userId = arrival.userId ?? newId('user');
  const action = isNew ? 'user.create' : 'invitation.accept';
  return changeAs(ctx, bySso(ctx, accountId), action, async (tx) => {
    if (isFirst) await lockFirstUser(tx.db);
    await lockAccount(tx.db, accountId);
    if (isNew) await insertUser(tx.db, newcomer(person, userId, email, ctx.clock.now()));
    const role = await joinAs(ctx, tx, { ...arrival, userId }, { accountId, invitation });
    return {
      result: userId,
      target: { type: 'user', id: userId },
      metadata: {
        method: 'sso',
        email,
        role,
        issuer: person.issuer,
        ...(invitation && { invitationId: invitation.id }),
      },
    };
  });
}

function requireTeam(account: Parameters<typeof requirePayment>[0]): void {
  try {
    requirePayment(account, 'team');
  } catch (error) {
    throw error instanceof AppError ? new SsoRefusal('plan_required', error) : error;
  }
}

/** The user has no password, because the provider authenticates them. */
const newcomer = ({ name }: Person, id: string, email: string, now: number) => ({
  id,
  email,
  name,
  password_hash: '',
  created_at: now,
  updated_at: now,
});

interface Joining {
  accountId: string;
  invitation: Awaited<ReturnType<typeof selectInvitationTo>>;
}

async function joinAs(
  ctx: PublicContext,
  { db }: Tx,
  { oidc, person, userId, isLinked, ssoAccountId, role }: Arrival & { userId: string },
  { accountId, invitation }: Joining,
): Promise<Role> {
  const now = ctx.clock.now();
  const isFirst = (await countOwners(db, accountId)) === 0;
  if (invitation && !(await takeInvitation(db, invitation.id, now))) throw new SsoRefusal('not_invited');
  // The role map applies to one account only.
  const mapped = accountId === ssoAccountId ? role : null;
  const given = mapped ?? (invitation?.role as Role | undefined) ?? oidc.defaultRole;
  if (given === null) throw new SsoRefusal('no_role');
  const joined = isFirst ? 'owner' : given;
  if (isLinked) await touchIdentity(db, person, now);
  else await insertIdentity(db, person, userId, now);
  await insertMembership(db, accountId, userId, joined, now);
  if (isFirst) await deleteClaimTokens(db, accountId);
  return joined;
}
