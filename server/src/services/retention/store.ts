import type { Reader, Writer } from '#metadata';

export interface RetentionChange {
  accountId: string;
  changedAt: number;
}

export const upsertRetentionChange = (db: Writer, { accountId, changedAt }: RetentionChange) =>
  db
    .insertInto('retention_changes')
    .values({ account_id: accountId, changed_at: changedAt })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ changed_at: changedAt }))
    .execute();

export async function selectRetentionChanges(db: Reader): Promise<RetentionChange[]> {
  const rows = await db.selectFrom('retention_changes').selectAll().orderBy('changed_at').execute();
  return rows.map((row) => ({ accountId: row.account_id, changedAt: row.changed_at }));
}

/** Keeps the row if the retention was changed again meanwhile. */
export const deleteRetentionChange = (db: Writer, { accountId, changedAt }: RetentionChange) =>
  db
    .deleteFrom('retention_changes')
    .where('account_id', '=', accountId)
    .where('changed_at', '=', changedAt)
    .execute();

const AT_ONCE = 500;

/** Account ids by their numbers in the records store. Numbers of deleted accounts are missing. */
export async function selectAccountIds(db: Reader, numbers: readonly number[]): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (let from = 0; from < numbers.length; from += AT_ONCE) {
    const rows = await db
      .selectFrom('accounts')
      .select(['id', 'number'])
      .where('number', 'in', numbers.slice(from, from + AT_ONCE))
      .execute();
    for (const row of rows) found.set(row.number, row.id);
  }
  return found;
}
