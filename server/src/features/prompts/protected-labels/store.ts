import type { Reader, Writer } from '#metadata';

export async function selectProtectedLabels(db: Reader, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('prompt_protected_labels')
    .select('label')
    .where('account_id', '=', accountId)
    .execute();
  // Sorted here, because the engines sort texts differently.
  return rows.map(({ label }) => label).sort();
}

export async function replaceProtectedLabels(
  db: Writer,
  accountId: string,
  labels: readonly string[],
): Promise<void> {
  await db.deleteFrom('prompt_protected_labels').where('account_id', '=', accountId).execute();
  if (labels.length === 0) return;
  await db
    .insertInto('prompt_protected_labels')
    .values(labels.map((label) => ({ account_id: accountId, label })))
    .execute();
}
