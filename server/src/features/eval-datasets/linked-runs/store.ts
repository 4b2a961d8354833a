import type { Selectable } from 'kysely';
import { chunks } from '#lib/chunks';
import type { Erased } from '#core/hooks';
import type { LinkedRunItemsTable, LinkedRunsTable, Reader, Writer } from '#metadata';
import type { Offset } from '../external/store.ts';

export type LinkedRunRow = Selectable<LinkedRunsTable>;
export type LinkedItemRow = Selectable<LinkedRunItemsTable>;

export async function selectLinkedRun(
  db: Reader,
  datasetId: number,
  of: { id: string } | { name: string },
): Promise<LinkedRunRow | null> {
  const row = await db
    .selectFrom('linked_runs')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .where((eb) => ('id' in of ? eb('id', '=', of.id) : eb('name', '=', of.name)))
    .executeTakeFirst();
  return row ?? null;
}

export async function countLinkedRuns(db: Reader, datasetId: number): Promise<number> {
  const { count } = await db
    .selectFrom('linked_runs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('dataset_id', '=', datasetId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Newest first. */
export const selectLinkedRuns = (
  db: Reader,
  datasetId: number,
  { offset, limit }: Offset,
): Promise<LinkedRunRow[]> =>
  db
    .selectFrom('linked_runs')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();

export const insertLinkedRun = (db: Writer, row: LinkedRunRow) =>
  db.insertInto('linked_runs').values(row).execute();

export const updateLinkedRun = (db: Writer, { id, facts, updated_at }: LinkedRunRow) =>
  db.updateTable('linked_runs').set({ facts, updated_at }).where('id', '=', id).execute();

export const deleteLinkedRunRow = (db: Writer, id: string) =>
  db.deleteFrom('linked_runs').where('id', '=', id).execute();

export async function countLinks(db: Reader, runId: string): Promise<number> {
  const { count } = await db
    .selectFrom('linked_run_items')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Oldest first. */
export const selectLinks = (db: Reader, runId: string, { offset, limit }: Offset): Promise<LinkedItemRow[]> =>
  db
    .selectFrom('linked_run_items')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('created_at')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();

/** The ids that another system gave to items; items without one are missing. */
export async function selectExternalIds(
  db: Reader,
  datasetId: number,
  itemIds: readonly number[],
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const ids of chunks([...new Set(itemIds)])) {
    const rows = await db
      .selectFrom('eval_dataset_items')
      .select(['id', 'external_id'])
      .where('dataset_id', '=', datasetId)
      .where('id', 'in', ids)
      .execute();
    for (const { id, external_id: externalId } of rows) if (externalId !== null) found.set(id, externalId);
  }
  return found;
}

export async function selectSameLink(
  db: Reader,
  { run_id, item_id, trace_id, span_id }: Pick<LinkedItemRow, 'run_id' | 'item_id' | 'trace_id' | 'span_id'>,
): Promise<LinkedItemRow | null> {
  const row = await db
    .selectFrom('linked_run_items')
    .selectAll()
    .where('run_id', '=', run_id)
    .where('item_id', '=', item_id)
    .where('trace_id', '=', trace_id)
    .where('span_id', span_id === null ? 'is' : '=', span_id)
    .executeTakeFirst();
  return row ?? null;
}

export const insertLink = (db: Writer, row: LinkedItemRow) =>
  db.insertInto('linked_run_items').values(row).execute();

const runsOf = (db: Writer, accountId: string) =>
  db
    .selectFrom('linked_runs')
    .innerJoin('eval_datasets', 'eval_datasets.id', 'linked_runs.dataset_id')
    .select('linked_runs.id')
    .where('linked_runs.account_id', '=', accountId);

export const deleteLinksOf = (db: Writer, datasetId: number, itemId: number) =>
  db
    .deleteFrom('linked_run_items')
    .where('run_id', 'in', db.selectFrom('linked_runs').select('id').where('dataset_id', '=', datasetId))
    .where('item_id', '=', itemId)
    .execute();

/** Deletes links to traces that lose a record. Another project may use the same trace id. */
export async function forgetLinks(
  db: Writer,
  accountId: string,
  { projectId, traceIds }: Pick<Erased, 'projectId' | 'traceIds'>,
): Promise<void> {
  const own = runsOf(db, accountId);
  const near =
    projectId === null
      ? own
      : own.where((eb) =>
          eb.or([eb('eval_datasets.project_id', '=', projectId), eb('eval_datasets.project_id', 'is', null)]),
        );
  for (const ids of chunks(traceIds)) {
    await db
      .deleteFrom('linked_run_items')
      .where('trace_id', 'in', ids)
      .where('run_id', 'in', near)
      .execute();
  }
}

export const forgetProjectRuns = (db: Writer, accountId: string, projectId: string) =>
  db
    .deleteFrom('linked_runs')
    .where('id', 'in', runsOf(db, accountId).where('eval_datasets.project_id', '=', projectId))
    .execute();
