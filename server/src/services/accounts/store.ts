import type { Role } from '#core/access/actor';
import type { PlanName } from '#core/access/plans';
import { hashToken } from '#core/access/token';
import type { Reader, UsersTable, Writer } from '#metadata';
import type { SessionView } from './schemas.ts';

/** Emails are compared case-insensitively. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

export const selectUserByEmail = (db: Reader, email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', normalEmail(email)).executeTakeFirst();

export const selectUser = (db: Reader, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

export const insertUser = (db: Writer, user: UsersTable) => db.insertInto('users').values(user).execute();

/** Locks the row by an update that changes nothing. Returns the id, or null if no user has this email. */
export async function lockUserByEmail(db: Writer, email: string): Promise<string | null> {
  const row = await db
    .updateTable('users')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('email', '=', normalEmail(email))
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Resets a user who starts again: sets name and password and voids links sent before. */
export async function renewUser(
  db: Writer,
  id: string,
  { name, passwordHash, now }: { name: string; passwordHash: string; now: number },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ name, password_hash: passwordHash, updated_at: now })
    .where('id', '=', id)
    .execute();
  await deleteTokensOfUser(db, id);
}

export const updatePassword = (db: Writer, userId: string, passwordHash: string, now: number) =>
  db
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', userId)
    .execute();

export const insertMembership = (db: Writer, accountId: string, userId: string, role: Role, now: number) =>
  db
    .insertInto('memberships')
    .values({ account_id: accountId, user_id: userId, role, created_at: now })
    .execute();

export const updateRole = (db: Writer, accountId: string, userId: string, role: Role) =>
  db
    .updateTable('memberships')
    .set({ role })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute();

export async function selectRole(db: Reader, accountId: string, userId: string): Promise<Role | null> {
  const row = await db
    .selectFrom('memberships')
    .select('role')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return (row?.role as Role | undefined) ?? null;
}

/** The display name of each member: the name, or the email if there is none. */
export async function selectMemberNames(db: Reader, accountId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('memberships.account_id', '=', accountId)
    .execute();
  return new Map(rows.map(({ id, name, email }) => [id, name.trim() === '' ? email : name]));
}

export async function countOwners(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('memberships')
    .select((eb) => eb.fn.countAll<number>().as('owners'))
    .where('account_id', '=', accountId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  return row.owners;
}

export async function hasMembership(db: Reader, userId: string): Promise<boolean> {
  return (await selectHome(db, userId)) !== null;
}

export async function anyUserExists(db: Reader): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The unclaimed account of the first start. */
export async function selectUnclaimedAccount(db: Reader): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .leftJoin('memberships', 'memberships.account_id', 'accounts.id')
    .select('accounts.id')
    .where('memberships.user_id', 'is', null)
    .orderBy('accounts.number')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The account of the first start, or the oldest one that is left. */
export async function selectFirstAccount(db: Reader): Promise<string | null> {
  const row = await db.selectFrom('accounts').select('id').orderBy('number').limit(1).executeTakeFirst();
  return row?.id ?? null;
}

/** The account that a user works in after sign-in: the one joined last. */
export async function selectHome(db: Reader, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('memberships')
    .select('account_id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

export async function selectSessionView(
  db: Reader,
  userId: string,
  accountId: string,
): Promise<SessionView | null> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
    .select([
      'users.id as userId',
      'users.email',
      'users.name as userName',
      'users.password_hash as passwordHash',
      'accounts.id as accountId',
      'accounts.name as accountName',
      'accounts.plan',
      'memberships.role',
    ])
    .where('memberships.user_id', '=', userId)
    .where('memberships.account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    user: {
      id: row.userId,
      email: row.email,
      name: row.userName,
      hasPassword: row.passwordHash !== '',
    },
    account: { id: row.accountId, name: row.accountName, plan: row.plan as PlanName },
    role: row.role as Role,
  };
}

type TokenKind = 'claim' | 'password_reset' | 'sso_state';

interface NewOneTimeToken {
  token: string;
  kind: TokenKind;
  accountId: string | null;
  userId: string | null;
  now: number;
  expiresAt: number;
}

export const insertToken = (db: Writer, order: NewOneTimeToken) =>
  db
    .insertInto('one_time_tokens')
    .values({
      token_hash: hashToken(order.token),
      kind: order.kind,
      account_id: order.accountId,
      user_id: order.userId,
      expires_at: order.expiresAt,
      created_at: order.now,
    })
    .execute();

/**
 * For a token that a browser has and the store does not: records its use until its expiry. False if it was used
 * before.
 */
export async function spendToken(
  db: Writer,
  kind: TokenKind,
  token: string,
  { now, expiresAt }: { now: number; expiresAt: number },
): Promise<boolean> {
  const row = await db
    .insertInto('one_time_tokens')
    .values({
      token_hash: hashToken(token),
      kind,
      account_id: null,
      user_id: null,
      expires_at: expiresAt,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returning('token_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Consumes the token: if two requests use it at once, one gets the row. */
export const takeToken = (db: Writer, kind: TokenKind, token: string, now: number) =>
  db
    .deleteFrom('one_time_tokens')
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .returning(['account_id', 'user_id'])
    .executeTakeFirst();

export const deleteTokensOfUser = (db: Writer, userId: string) =>
  db.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute();

export const deleteClaimTokens = (db: Writer, accountId: string) =>
  db.deleteFrom('one_time_tokens').where('account_id', '=', accountId).where('kind', '=', 'claim').execute();

/** Deletes expired sessions and links. */
export async function deleteExpiredAccess(db: Writer, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await db.deleteFrom('one_time_tokens').where('expires_at', '<=', now).execute();
}

/** Reads a link without consuming it. */
const selectToken = (db: Reader, kind: TokenKind, token: string, now: number) =>
  db
    .selectFrom('one_time_tokens')
    .select(['account_id', 'user_id'])
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export async function selectClaimedAccount(db: Reader, token: string, now: number): Promise<string | null> {
  return (await selectToken(db, 'claim', token, now))?.account_id ?? null;
}

export async function selectTokenUser(
  db: Reader,
  kind: TokenKind,
  token: string,
  now: number,
): Promise<string | null> {
  return (await selectToken(db, kind, token, now))?.user_id ?? null;
}

/** Every first sign-up and claim writes this row, so that they run one after another. */
export const lockFirstUser = (db: Writer) =>
  db
    .insertInto('settings')
    .values({ name: 'first_user', value: '' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: '' }))
    .execute();

export const renameAccount = (db: Writer, accountId: string, name: string, now: number) =>
  db.updateTable('accounts').set({ name, updated_at: now }).where('id', '=', accountId).execute();
