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
