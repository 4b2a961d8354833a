import type { Reader, Writer } from '#metadata';

export async function anyAccountExists(db: Reader): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** A row that every first start writes, so that of several processes one makes the account. */
export const lockFirstAccount = (db: Writer) =>
  db
    .insertInto('settings')
    .values({ name: 'first_account', value: '' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: '' }))
    .execute();
