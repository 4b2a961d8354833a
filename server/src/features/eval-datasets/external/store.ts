import type { ExpressionBuilder } from 'kysely';
import type { AccountKeys } from '#content';
import type { Database, EvalDatasetsTable, Reader } from '#metadata';
import type { StoredItem } from '../items/item.ts';
import { openItem } from '../items/store.ts';
import type { Owner } from '../store.ts';

type Datasets = ExpressionBuilder<Database, 'eval_datasets'>;

const owned =
  ({ accountId, projectId }: Owner) =>
  (eb: Datasets) =>
    eb.and([
      eb('eval_datasets.account_id', '=', accountId),
      ...(projectId === null ? [] : [eb('eval_datasets.project_id', '=', projectId)]),
    ]);

export async function selectDatasetByName(
  db: Reader,
  owner: Owner,
  name: string,
): Promise<EvalDatasetsTable | null> {
  const row = await db
    .selectFrom('eval_datasets')
    .selectAll()
    .where(owned(owner))
    .where('name', '=', name)
    .executeTakeFirst();
  return row ?? null;
}

export interface Offset {
  offset: number;
  limit: number;
}

/** Newest first. */
export const selectDatasetsPage = (
  db: Reader,
  owner: Owner,
  { offset, limit }: Offset,
): Promise<EvalDatasetsTable[]> =>
  db
    .selectFrom('eval_datasets')
    .selectAll()
    .where(owned(owner))
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countDatasets(db: Reader, owner: Owner): Promise<number> {
  const { count } = await db
    .selectFrom('eval_datasets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(owned(owner))
    .executeTakeFirstOrThrow();
  return count;
}

/** Finds an item by the other system's id, in any dataset of the owner. */
export async function selectExternalPlace(
  db: Reader,
  owner: Owner,
  externalId: string,
): Promise<{ datasetId: number; itemId: number } | null> {
  const row = await db
    .selectFrom('eval_dataset_items')
    .innerJoin('eval_datasets', 'eval_datasets.id', 'eval_dataset_items.dataset_id')
    .select(['eval_dataset_items.dataset_id as datasetId', 'eval_dataset_items.id as itemId'])
    .where(owned(owner))
    .where('eval_dataset_items.external_id', '=', externalId)
    .executeTakeFirst();
  return row ?? null;
}

export interface ItemFilter {
  datasetName?: string | undefined;
  traceId?: string | undefined;
  callId?: string | undefined;
}

const itemsOf = (db: Reader, owner: Owner, { datasetName, traceId, callId }: ItemFilter) =>
  db
    .selectFrom('eval_dataset_items as item')
    .innerJoin('eval_datasets', 'eval_datasets.id', 'item.dataset_id')
    .where(owned(owner))
    .$if(datasetName !== undefined, (query) => query.where('eval_datasets.name', '=', datasetName ?? ''))
    .$if(traceId !== undefined, (query) => query.where('item.source_trace_id', '=', traceId ?? ''))
    .$if(callId !== undefined, (query) => query.where('item.source_call_id', '=', callId ?? ''));

/** Newest first. */
export async function selectItemsPage(
  db: Reader,
  keys: AccountKeys,
  owner: Owner,
  filter: ItemFilter,
  { offset, limit }: Offset,
): Promise<{ dataset: Pick<EvalDatasetsTable, 'id' | 'name' | 'created_at'>; item: StoredItem }[]> {
  const rows = await itemsOf(db, owner, filter)
    .selectAll('item')
    .select(['eval_datasets.name', 'eval_datasets.created_at'])
    .orderBy('item.dataset_id', 'desc')
    .orderBy('item.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map(({ name, created_at, ...row }) => ({
    dataset: { id: row.dataset_id, name, created_at },
    item: openItem(keys, row),
  }));
}

export async function countItems(db: Reader, owner: Owner, filter: ItemFilter): Promise<number> {
  const { count } = await itemsOf(db, owner, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
