import { chunks } from '#lib/chunks';
import type { Erased } from '#core/hooks';
import type { Writer } from '#metadata';
import { insertVersion } from './items/versions.ts';
import { selectDatasetRow, updateDatasetRow } from './store.ts';

type Forgotten = Pick<Erased, 'projectId' | 'callIds' | 'traceIds'>;

/**
 * Deletes items made from erased calls, or from traces that lose a call, also from a frozen dataset and from
 * its earlier versions. The remaining items become a new version.
 */
export async function forgetItems(
  db: Writer,
  accountId: string,
  { projectId, callIds, traceIds }: Forgotten,
  now: number,
): Promise<void> {
  const touched = new Map<number, number>();
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
      for (const { dataset_id: id } of rows) touched.set(id, (touched.get(id) ?? 0) + 1);
      await db
        .deleteFrom('eval_dataset_past_items')
        .where(column, 'in', ids)
        .where('dataset_id', 'in', within)
        .execute();
    }
  }
  for (const [id, removed] of touched) {
    const row = await selectDatasetRow(db, { accountId, projectId: null }, id);
    if (!row) continue;
    const { count } = await db
      .selectFrom('eval_dataset_items')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('dataset_id', '=', id)
      .executeTakeFirstOrThrow();
    const after = { ...row, item_count: count, version: row.version + 1, updated_at: now };
    await updateDatasetRow(db, after);
    await insertVersion(db, after, { added: 0, changed: 0, removed }, null, now);
  }
}
