import type { Reader } from '#metadata';

export async function selectUsage(db: Reader, accountId: string, month: string): Promise<number> {
  const row = await db
    .selectFrom('usage')
    .select('records')
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .executeTakeFirst();
  return row?.records ?? 0;
}
