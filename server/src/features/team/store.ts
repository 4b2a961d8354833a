import { isoTime } from '#lib/clock';
import type { Role } from '#core/access/actor';
import { beyond, type Page, type Position } from '#core/paging';
import type { InvitationsTable, Reader, Writer } from '#metadata';
import { selectSignInMethods, type SignInMethod } from '#services/accounts';
import type { Invitation, Member } from './schemas.ts';

interface MemberRow {
  userId: string;
  email: string;
  name: string;
  role: string;
  joined_at: number;
}

export const presentMember = (row: MemberRow, signsInWith: SignInMethod[]): Member => ({
  userId: row.userId,
  email: row.email,
  name: row.name,
  role: row.role as Role,
  signsInWith,
  joinedAt: isoTime(row.joined_at),
});

async function presented(db: Reader, row: MemberRow | undefined): Promise<Member | null> {
  if (!row) return null;
  const methods = await selectSignInMethods(db, [row.userId]);
  return presentMember(row, methods.get(row.userId) ?? []);
}

const members = (db: Reader, accountId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select([
      'users.id as userId',
      'users.email',
      'users.name',
      'memberships.role',
      'memberships.created_at as joined_at',
    ])
    .where('memberships.account_id', '=', accountId);

/** In order of joining. */
export function selectMembers(
  db: Reader,
  accountId: string,
  { after, limit }: Page<Position>,
): Promise<MemberRow[]> {
  const joined = 'memberships.created_at';
  const query = after
    ? members(db, accountId).where(beyond(joined, 'memberships.user_id', '>', after))
    : members(db, accountId);
  return query
    .orderBy(joined)
    .orderBy('memberships.user_id')
    .limit(limit + 1)
    .execute();
}

export async function selectMember(db: Reader, accountId: string, userId: string): Promise<Member | null> {
  const row = await members(db, accountId).where('users.id', '=', userId).executeTakeFirst();
  return presented(db, row);
}

export async function selectMemberByEmail(
  db: Reader,
  accountId: string,
  email: string,
): Promise<Member | null> {
  const row = await members(db, accountId).where('users.email', '=', email).executeTakeFirst();
  return presented(db, row);
}

export const deleteMembership = (db: Writer, accountId: string, userId: string) =>
  db.deleteFrom('memberships').where('account_id', '=', accountId).where('user_id', '=', userId).execute();

/** `expired` depends on the clock and is not stored. */
export function presentInvitation(row: InvitationsTable, now: number): Invitation {
  const accepted = row.status === 'accepted';
  return {
    id: row.id,
    email: row.email,
    role: row.role as Role,
    status: accepted ? 'accepted' : row.expires_at > now ? 'pending' : 'expired',
    expiresAt: isoTime(row.expires_at),
    createdAt: isoTime(row.created_at),
  };
}

export const selectUnsentInvitations = (db: Reader, jobName: string) =>
  db
    .selectFrom('jobs')
    .select(['id', 'payload'])
    .where('name', '=', jobName)
    .where('status', 'in', ['queued', 'running'])
    .execute();

export const updateJobPayload = (db: Writer, id: number, payload: string) =>
  db.updateTable('jobs').set({ payload }).where('id', '=', id).execute();
