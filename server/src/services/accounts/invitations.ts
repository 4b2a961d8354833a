// Invitations to an account. A person accepts one with its token, or by signing in through single sign-on.
import { beyond, type Page, type Position } from '#core/paging';
import type { InvitationsTable, Reader, Writer } from '#metadata';

/** Newest first. */
export function selectInvitations(
  db: Reader,
  accountId: string,
  { after, limit }: Page<Position>,
): Promise<InvitationsTable[]> {
  const all = db.selectFrom('invitations').selectAll().where('account_id', '=', accountId);
  return (after ? all.where(beyond('created_at', 'id', '<', after)) : all)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export const selectInvitation = (db: Reader, accountId: string, id: string) =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();

/** For the job that sends the mail, which has a trusted id. */
export const selectInvitationToSend = (db: Reader, id: string) =>
  db
    .selectFrom('invitations')
    .innerJoin('accounts', 'accounts.id', 'invitations.account_id')
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .selectAll('invitations')
    .select(['accounts.name as accountName', 'users.name as inviterName', 'users.email as inviterEmail'])
    .where('invitations.id', '=', id)
    .executeTakeFirst();

export const selectOpenInvitation = (db: Reader, tokenHash: string, now: number) =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirst();

export async function isInvited(db: Reader, accountId: string, email: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('invitations')
    .select('id')
    .where('account_id', '=', accountId)
    .where('email', '=', email)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** The newest open invitation to this address, in any account. */
export const selectInvitationTo = (db: Reader, email: string, now: number) =>
  db
    .selectFrom('invitations')
    .select(['id', 'account_id as accountId', 'role'])
    .where('email', '=', email)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Consumes the invitation: if two requests use it at once, one gets true. */
export async function takeInvitation(db: Writer, id: string, now: number): Promise<boolean> {
  const result = await db
    .updateTable('invitations')
    .set({ status: 'accepted' })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export const insertInvitation = (db: Writer, row: InvitationsTable) =>
  db.insertInto('invitations').values(row).execute();

/** False if it was accepted or deleted meanwhile. */
export async function deleteInvitationRow(db: Writer, accountId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('invitations')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** A new invitation replaces expired ones to the same person. */
export const deleteExpiredInvitations = (db: Writer, accountId: string, email: string, now: number) =>
  db
    .deleteFrom('invitations')
    .where('account_id', '=', accountId)
    .where('email', '=', email)
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now)
    .execute();
