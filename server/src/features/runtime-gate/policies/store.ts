import { beyond, type Page, type Position } from '#core/paging';
import type { GatePoliciesTable, Reader, Writer } from '#metadata';

/** In the order of creation. */
export function selectPolicies(
  db: Reader,
  accountId: string,
  { after, limit }: Page<Position>,
): Promise<GatePoliciesTable[]> {
  const all = db.selectFrom('gate_policies').selectAll().where('account_id', '=', accountId);
  return (after ? all.where(beyond('created_at', 'id', '>', after)) : all)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
}

export const selectPolicy = (
  db: Reader,
  accountId: string,
  id: string,
): Promise<GatePoliciesTable | undefined> =>
  db
    .selectFrom('gate_policies')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();

/** An update without effect locks the row in both engines. */
export const lockPolicy = (
  db: Writer,
  accountId: string,
  id: string,
): Promise<GatePoliciesTable | undefined> =>
  db
    .updateTable('gate_policies')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export async function countPolicies(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('gate_policies')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export const insertPolicy = (db: Writer, row: GatePoliciesTable) =>
  db.insertInto('gate_policies').values(row).execute();

export const updatePolicy = (
  db: Writer,
  accountId: string,
  id: string,
  changes: Partial<Omit<GatePoliciesTable, 'id' | 'account_id'>>,
) =>
  db
    .updateTable('gate_policies')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();

export const deletePolicyRow = (db: Writer, accountId: string, id: string) =>
  db.deleteFrom('gate_policies').where('account_id', '=', accountId).where('id', '=', id).execute();
