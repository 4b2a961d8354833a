import type { Reader } from '#metadata';

/** By id, oldest first. */
export async function selectProjectTimes(db: Reader, accountId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('projects')
    .select(['id', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.id, row.created_at]));
}

export async function selectAccountTime(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select('created_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.created_at;
}
