// The identities of users at the single sign-on provider. A subject identifies a person permanently; an email
// can pass to someone else.
import type { Reader, Writer } from '#metadata';

interface IdentityKey {
  issuer: string;
  subject: string;
}

export async function selectIdentityUser(
  db: Reader,
  { issuer, subject }: IdentityKey,
): Promise<string | null> {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

export async function hasIdentity(db: Reader, issuer: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identities')
    .select('subject')
    .where('issuer', '=', issuer)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export const insertIdentity = (db: Writer, { issuer, subject }: IdentityKey, userId: string, now: number) =>
  db
    .insertInto('identities')
    .values({ issuer, subject, user_id: userId, created_at: now, last_used_at: now })
    .execute();

export const touchIdentity = (db: Writer, { issuer, subject }: IdentityKey, now: number) =>
  db
    .updateTable('identities')
    .set({ last_used_at: now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();

export const SIGN_IN_METHODS = ['password', 'sso'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** How each of these users can sign in. */
export async function selectSignInMethods(
  db: Reader,
  userIds: readonly string[],
): Promise<Map<string, SignInMethod[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .leftJoin('identities', 'identities.user_id', 'users.id')
    .select(['users.id', 'users.password_hash', 'identities.issuer'])
    .where('users.id', 'in', userIds)
    .execute();
  const methods = new Map<string, SignInMethod[]>();
  for (const { id, password_hash: hash, issuer } of rows) {
    const known = methods.getOrInsertComputed(id, () => (hash === '' ? [] : ['password']));
    if (issuer !== null && !known.includes('sso')) known.push('sso');
  }
  return methods;
}
