// Sessions of signed-in browsers. The cookie has a random token, the store its hash. A session belongs to one
// account.
import { DAY_MS } from '#lib/clock';
import type { Clock } from '#lib/clock';
import type { Reader, Writer } from '#metadata';
import type { Role, UserActor } from './actor.ts';
import { hashToken, newToken } from './token.ts';

const SESSION_DAYS = 30;

interface Session {
  accountId: string;
  actor: UserActor;
}

export async function openSession(
  db: Writer,
  clock: Clock,
  userId: string,
  accountId: string,
  sealedIdToken: string | null = null,
): Promise<{ token: string; expiresAt: number }> {
  const token = newToken();
  const now = clock.now();
  const expiresAt = now + SESSION_DAYS * DAY_MS;
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      account_id: accountId,
      id_token: sealedIdToken,
      expires_at: expiresAt,
      created_at: now,
    })
    .execute();
  return { token, expiresAt };
}

export async function findSession(db: Reader, clock: Clock, token: string): Promise<Session | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.user_id', '=', 'sessions.user_id')
        .onRef('memberships.account_id', '=', 'sessions.account_id'),
    )
    .select(['sessions.account_id', 'users.id', 'users.email', 'users.name', 'memberships.role'])
    .where('sessions.token_hash', '=', hashToken(token))
    .where('sessions.expires_at', '>', clock.now())
    .executeTakeFirst();
  if (!row) return null;
  const { account_id: accountId, id, email, name, role } = row;
  return { accountId, actor: { type: 'user', id, email, name, role: role as Role } };
}

/** The start of the session; null if there is no such session. */
export async function sessionStartedAt(db: Reader, token: string): Promise<number | null> {
  const row = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** The sealed ID token of a session that began with single sign-on, else null. */
export async function selectSealedIdToken(db: Reader, token: string): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .select('id_token')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return row?.id_token ?? null;
}

export const closeSession = (db: Writer, token: string) =>
  db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();

/** All sessions of a user except the current one. */
export async function closeOtherSessions(
  db: Writer,
  userId: string,
  keepToken: string | null,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', keepToken === null ? '' : hashToken(keepToken))
    .execute();
}

export const closeSessionsInAccount = (db: Writer, userId: string, accountId: string) =>
  db.deleteFrom('sessions').where('user_id', '=', userId).where('account_id', '=', accountId).execute();
