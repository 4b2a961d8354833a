import { isoTime } from '#lib/clock';
import type { EvalCriteriaTable, Reader, Writer } from '#metadata';
import { GLOBAL_CRITERIA, globalCriterion } from './global-criteria.ts';
import type { Criterion } from '#services/scores';

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

/** The global criteria, then the account's own, oldest first. */
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
 * Returns which of them exist. An update that changes nothing locks their rows, so none can be deleted until
 * the transaction ends, and no score is added to a deleted criterion.
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
