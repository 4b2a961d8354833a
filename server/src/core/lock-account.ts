import type { Writer } from '#metadata';

/**
 * Locks the account's row by an update that changes nothing, so that check-then-write sequences within one
 * account run one after another on both engines.
 */
export const lockAccount = (db: Writer, accountId: string) =>
  db
    .updateTable('accounts')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', accountId)
    .execute();
