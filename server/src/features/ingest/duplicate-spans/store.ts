import type { Reader } from '#metadata';

/** Records have only the number of their account. */
export async function selectAccountId(db: Reader, number: number): Promise<string | undefined> {
  const found = await db.selectFrom('accounts').select('id').where('number', '=', number).executeTakeFirst();
  return found?.id;
}
