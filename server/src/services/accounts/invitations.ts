import type { Reader, Writer } from '#metadata';

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
