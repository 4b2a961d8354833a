import { beyond, type Page, type Position } from '#core/paging';
import type { GateBudgetsTable, Reader, Writer } from '#metadata';
import type { BudgetScope } from './schemas.ts';

/** In the order of creation. */
export function selectBudgets(
  db: Reader,
  accountId: string,
  { after, limit }: Page<Position>,
): Promise<GateBudgetsTable[]> {
  const all = db.selectFrom('gate_budgets').selectAll().where('account_id', '=', accountId);
  return (after ? all.where(beyond('created_at', 'id', '>', after)) : all)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
}

export const selectBudget = (
  db: Reader,
  accountId: string,
  id: string,
): Promise<GateBudgetsTable | undefined> =>
  db
    .selectFrom('gate_budgets')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();

/** An update without effect locks the row in both engines. */
export const lockBudget = (
  db: Writer,
  accountId: string,
  id: string,
): Promise<GateBudgetsTable | undefined> =>
  db
    .updateTable('gate_budgets')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export async function countBudgets(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('gate_budgets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export const insertBudget = (db: Writer, row: GateBudgetsTable) =>
  db.insertInto('gate_budgets').values(row).execute();

export const updateBudget = (
  db: Writer,
  accountId: string,
  id: string,
  changes: Partial<Omit<GateBudgetsTable, 'id' | 'account_id'>>,
) =>
  db
    .updateTable('gate_budgets')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();

/** Budgets that count the calls of this project alone. */
export async function selectProjectBudgets(
  db: Reader,
  accountId: string,
  projectId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('gate_budgets')
    .select(['id', 'scope'])
    .where('account_id', '=', accountId)
    .execute();
  const isOf = (scope: string) => (JSON.parse(scope) as BudgetScope).projectId === projectId;
  return rows.flatMap(({ id, scope }) => (isOf(scope) ? [id] : []));
}

export const deleteBudgetRow = (db: Writer, accountId: string, id: string) =>
  db.deleteFrom('gate_budgets').where('account_id', '=', accountId).where('id', '=', id).execute();
