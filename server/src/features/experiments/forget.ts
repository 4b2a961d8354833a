// Deletes what experiments know about erased calls and removed projects.
import { chunks } from '#lib/chunks';
import type { Reader, Writer } from '#metadata';
import type { CallRef } from '#records';

const ownIds = (db: Reader, accountId: string) =>
  db.selectFrom('experiments').select('id').where('account_id', '=', accountId);

/** Items made from these calls with all their answers, and answers that are these calls. */
export async function forgetExperimentCalls(
  db: Writer,
  accountId: string,
  callIds: readonly string[],
): Promise<void> {
  const touched = new Set<string>();
  for (const ids of chunks(callIds)) {
    const items = await db
      .deleteFrom('experiment_items')
      .where('source_call_id', 'in', ids)
      .where('experiment_id', 'in', ownIds(db, accountId))
      .returning(['experiment_id', 'position'])
      .execute();
    for (const { experiment_id: id, position } of items) {
      touched.add(id);
      await db
        .deleteFrom('experiment_cells')
        .where('experiment_id', '=', id)
        .where('position', '=', position)
        .execute();
    }
    const cells = await db
      .deleteFrom('experiment_cells')
      .where('call_id', 'in', ids)
      .where('experiment_id', 'in', ownIds(db, accountId))
      .returning('experiment_id')
      .execute();
    for (const { experiment_id: id } of cells) touched.add(id);
  }
  for (const id of touched) await recount(db, id);
}

/** For an account that no longer stores content: what people wrote themselves stays. */
export async function forgetExperimentContent(db: Writer, accountId: string): Promise<void> {
  const rows = await db
    .selectFrom('experiment_items')
    .select('source_call_id')
    .where('experiment_id', 'in', ownIds(db, accountId))
    .where('source_call_id', 'is not', null)
    .execute();
  await forgetExperimentCalls(db, accountId, [
    ...new Set(rows.flatMap(({ source_call_id: id }) => id ?? [])),
  ]);
}

async function recount(db: Writer, id: string): Promise<void> {
  const row = await db.selectFrom('experiments').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return;
  const { items } = await db
    .selectFrom('experiment_items')
    .select((eb) => eb.fn.countAll<number>().as('items'))
    .where('experiment_id', '=', id)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('experiment_cells')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where('experiment_id', '=', id)
    .groupBy('status')
    .execute();
  const count = (status: string): number => rows.find((each) => each.status === status)?.count ?? 0;
  const perItem = row.item_count === 0 ? 0 : row.cells_total / row.item_count;
  await db
    .updateTable('experiments')
    .set({
      item_count: items,
      cells_total: items * perItem,
      cells_done: count('done'),
      cells_failed: count('failed'),
    })
    .where('id', '=', id)
    .execute();
}

export const deleteProjectExperiments = (db: Writer, accountId: string, projectId: string) =>
  db
    .deleteFrom('experiments')
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .execute();

/** Calls that experiments made from items made from these calls. */
export async function selectExperimentCallsFrom(
  db: Reader,
  accountId: string,
  callIds: readonly string[],
): Promise<CallRef[]> {
  const made: CallRef[] = [];
  for (const ids of chunks(callIds)) {
    const rows = await db
      .selectFrom('experiment_items as item')
      .innerJoin('experiment_cells as cell', (join) =>
        join
          .onRef('cell.experiment_id', '=', 'item.experiment_id')
          .onRef('cell.position', '=', 'item.position'),
      )
      .select(['cell.call_id', 'cell.call_timestamp'])
      .where('item.experiment_id', 'in', ownIds(db, accountId))
      .where('item.source_call_id', 'in', ids)
      .where('cell.call_id', 'is not', null)
      .execute();
    made.push(...rows.map((row) => ({ id: row.call_id ?? '', timestampMs: row.call_timestamp })));
  }
  return made;
}
