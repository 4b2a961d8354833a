import { isoTime } from '#lib/clock';
import type { EvalCriteriaTable, Reader, Writer } from '#metadata';
import { GLOBAL_CRITERIA, globalCriterion } from './global-criteria.ts';
import type { Criterion } from './schemas.ts';

const present = (row: EvalCriteriaTable): Criterion => ({
  id: row.id,
  name: row.name,
  rubric: row.rubric,
  scaleMin: row.scale_min,
  scaleMax: row.scale_max,
  type: row.type as Criterion['type'],
  scoreType: row.score_type as Criterion['scoreType'],
  scope: row.scope as Criterion['scope'],
  isGlobal: false,
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
});

const own = (db: Reader, accountId: string) =>
  db.selectFrom('eval_criteria').selectAll().where('account_id', '=', accountId);

/** Those that every account has, then the account's own in the order in which they were made. */
export async function criteriaOf(db: Reader, accountId: string): Promise<Criterion[]> {
  const rows = await own(db, accountId).orderBy('id').execute();
  return [...GLOBAL_CRITERIA, ...rows.map(present)];
}

export async function selectCriterion(db: Reader, accountId: string, id: number): Promise<Criterion | null> {
  return globalCriterion(id) ?? selectOwnCriterion(db, accountId, id);
}

export async function selectOwnCriterion(
  db: Reader,
  accountId: string,
  id: number,
): Promise<Criterion | null> {
  const row = await own(db, accountId).where('id', '=', id).executeTakeFirst();
  return row ? present(row) : null;
}

/**
 * Which of them are there. Until the transaction ends none of these can be deleted: the update that changes nothing
 * holds their rows, so that no score is added behind the back of a deletion.
 */
export async function existingCriteria(
  db: Writer,
  accountId: string,
  ids: readonly number[],
): Promise<Set<number>> {
  const there = new Set(ids.filter((id) => globalCriterion(id) !== null));
  const others = ids.filter((id) => !there.has(id));
  if (others.length === 0) return there;
  const rows = await db
    .updateTable('eval_criteria')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('account_id', '=', accountId)
    .where('id', 'in', others)
    .returning('id')
    .execute();
  return there.union(new Set(rows.map(({ id }) => id)));
}

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

type Changes = Omit<EvalCriteriaTable, 'id' | 'account_id' | 'created_at'>;

export const updateCriterionRow = (db: Writer, accountId: string, id: number, changes: Changes) =>
  db
    .updateTable('eval_criteria')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();

/** With all scores that were recorded against it; the name of what was deleted, null when there was nothing. */
export async function deleteCriterionRow(
  db: Writer,
  accountId: string,
  id: number,
): Promise<{ name: string; scores: number } | null> {
  // The criterion first: whoever is adding scores to it holds its row, and they are there to be deleted afterwards.
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
