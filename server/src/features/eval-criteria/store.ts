import type { EvalCriteriaTable, Reader, Writer } from '#metadata';

export async function countOwnCriteria(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('eval_criteria')
    .select((eb) => eb.fn.countAll<number>().as('criteria'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.criteria;
}

export const insertCriterion = (db: Writer, row: EvalCriteriaTable) =>
  db.insertInto('eval_criteria').values(row).execute();

type Changes = Omit<EvalCriteriaTable, 'id' | 'account_id' | 'sample_project_id' | 'created_at'>;

export const updateCriterionRow = (db: Writer, accountId: string, id: number, changes: Changes) =>
  db
    .updateTable('eval_criteria')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();

export const selectSampleCriteria = (db: Reader, accountId: string, projectId: string) =>
  db
    .selectFrom('eval_criteria')
    .select('id')
    .where('account_id', '=', accountId)
    .where('sample_project_id', '=', projectId)
    .execute();

/** Deletes the criterion with its scores. Returns its name, or null if there was none. */
export async function deleteCriterionRow(
  db: Writer,
  accountId: string,
  id: number,
): Promise<{ name: string; scores: number } | null> {
  // The criterion goes first: a transaction that adds scores locks its row, and its scores are then deleted
  // below.
  const row = await db
    .deleteFrom('eval_criteria')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  if (!row) return null;
  const scores = await db
    .deleteFrom('eval_scores')
    .where('account_id', '=', accountId)
    .where('criterion_id', '=', id)
    .executeTakeFirst();
  return { name: row.name, scores: Number(scores.numDeletedRows) };
}
