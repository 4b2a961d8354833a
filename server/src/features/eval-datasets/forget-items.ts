import { chunks } from '#lib/chunks';
import type { Writer } from '#metadata';

/** Deletes items made from erased calls, also from a frozen dataset. The rest becomes a new version. */
export async function forgetItems(
  db: Writer,
  accountId: string,
  callIds: readonly string[],
  now: number,
): Promise<void> {
  const touched = new Set<number>();
  for (const ids of chunks(callIds)) {
    const own = db.selectFrom('eval_datasets').select('id').where('account_id', '=', accountId);
    const rows = await db
      .deleteFrom('eval_dataset_items')
      .where('source_call_id', 'in', ids)
      .where('dataset_id', 'in', own)
      .returning('dataset_id')
      .execute();
    for (const { dataset_id: id } of rows) touched.add(id);
  }
  for (const id of touched) {
    const { count } = await db
      .selectFrom('eval_dataset_items')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('dataset_id', '=', id)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('eval_datasets')
      .set((eb) => ({ item_count: count, version: eb('version', '+', 1), updated_at: now }))
      .where('id', '=', id)
      .execute();
  }
}
