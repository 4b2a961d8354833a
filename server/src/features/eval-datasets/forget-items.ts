import { chunks } from '#lib/chunks';
import type { Erased } from '#core/hooks';
import type { Writer } from '#metadata';

type Forgotten = Pick<Erased, 'projectId' | 'callIds' | 'traceIds'>;

/**
 * Deletes items made from erased calls, or from traces that lose a call, also from a frozen dataset. The
 * remaining items become a new version.
 */
export async function forgetItems(
  db: Writer,
  accountId: string,
  { projectId, callIds, traceIds }: Forgotten,
  now: number,
): Promise<void> {
  const touched = new Set<number>();
  const own = db.selectFrom('eval_datasets').select('id').where('account_id', '=', accountId);
  // Another project may use the same trace id.
  const near =
    projectId === null
      ? own
      : own.where((eb) => eb.or([eb('project_id', '=', projectId), eb('project_id', 'is', null)]));
  for (const [column, all, within] of [
    ['source_call_id', callIds, own],
    ['source_trace_id', traceIds, near],
  ] as const) {
    for (const ids of chunks(all)) {
      const rows = await db
        .deleteFrom('eval_dataset_items')
        .where(column, 'in', ids)
        .where('dataset_id', 'in', within)
        .returning('dataset_id')
        .execute();
      for (const { dataset_id: id } of rows) touched.add(id);
    }
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
