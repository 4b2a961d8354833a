import type { Reader, Writer } from '#metadata';

export async function anyAccountExists(db: Reader): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Every first start writes this row, so that only one of several processes creates the account. */
export const lockFirstAccount = (db: Writer) =>
  db
    .insertInto('settings')
    .values({ name: 'first_account', value: '' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: '' }))
    .execute();
