import type { Selectable } from 'kysely';
import { isoTime } from '#lib/clock';
import { boundTo } from '#core/access/actor';
import type { Context } from '#core/context';
import type { Page } from '#core/paging';
import type { AccountKeys } from '#content';
import type { EvalDatasetItemsTable, EvalDatasetsTable, Reader, Writer } from '#metadata';
import { datasetPlace, keysFor, openItemTexts, sealTexts, type ItemFacts } from './item-texts.ts';
import type { Dataset, DatasetItem, DatasetSummary } from './schemas.ts';

export const presentSummary = (row: EvalDatasetsTable): DatasetSummary => ({
  id: row.id,
  name: row.name,
  projectId: row.project_id,
  description: row.description,
  promptRegistryId: row.prompt_id,
  frozen: row.frozen === 1,
  version: row.version,
  itemCount: row.item_count,
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
});

/** Includes fields that only other systems use. */
export interface StoredItem extends DatasetItem {
  externalId: string | null;
  sourceTraceId: string | null;
  facts: ItemFacts | null;
}

export const presentDataset = (row: EvalDatasetsTable, items: readonly StoredItem[]): Dataset => ({
  ...presentSummary(row),
  items: items.map(({ id, inputText, expectedOutput, sourceCallId }) => ({
    id,
    inputText,
    expectedOutput,
    sourceCallId,
  })),
});

/** The owner: the account, or one project if the key is bound to it. */
export interface Owner {
  accountId: string;
  /** Null for the whole account. */
  projectId: string | null;
}

export const datasetOwnerOf = ({ account, actor }: Pick<Context, 'account' | 'actor'>): Owner => ({
  accountId: account.id,
  projectId: boundTo(actor),
});

/** Oldest first. */
export const selectDatasets = (
  db: Reader,
  { accountId, projectId }: Owner,
  { after, limit }: Page<number>,
): Promise<EvalDatasetsTable[]> =>
  db
    .selectFrom('eval_datasets')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
    .where('id', '>', after ?? 0)
    .orderBy('id')
    .limit(limit + 1)
    .execute();

export async function selectDatasetRow(
  db: Reader,
  { accountId, projectId }: Owner,
  id: number,
): Promise<EvalDatasetsTable | null> {
  const row = await db
    .selectFrom('eval_datasets')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function selectDataset(ctx: Context, id: number): Promise<Dataset | null> {
  const stored = await selectStoredDataset(ctx, { id });
  return stored && presentDataset(stored.row, stored.items);
}

/**
 * Dataset and items in one statement. With two, a concurrent change could combine an old version with new
 * items.
 */
export async function selectStoredDataset(
  ctx: Context,
  of: { id: number } | { name: string },
): Promise<{ row: EvalDatasetsTable; items: StoredItem[] } | null> {
  const { accountId, projectId } = datasetOwnerOf(ctx);
  const rows = await ctx.db
    .selectFrom('eval_datasets as dataset')
    .leftJoin('eval_dataset_items as item', 'item.dataset_id', 'dataset.id')
    .selectAll('dataset')
    .select([
      'item.id as item_id',
      'item.input_text',
      'item.expected_output',
      'item.source_call_id',
      'item.external_id',
      'item.source_trace_id',
      'item.sealed',
    ])
    .where('dataset.account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('dataset.project_id', '=', projectId))
    .where((eb) => ('id' in of ? eb('dataset.id', '=', of.id) : eb('dataset.name', '=', of.name)))
    .orderBy('item.position')
    .execute();
  const [row] = rows;
  if (!row) return null;
  const keys = await keysFor(ctx, ctx.account, rows);
  const items = rows.flatMap(({ item_id, input_text, sealed, ...item }) =>
    item_id === null || input_text === null || sealed === null
      ? []
      : [openItem(keys, { ...item, dataset_id: row.id, id: item_id, input_text, sealed })],
  );
  return { row, items };
}

type ItemRow = Omit<Selectable<EvalDatasetItemsTable>, 'position'>;

export function openItem(keys: AccountKeys | null, row: ItemRow): StoredItem {
  return {
    id: row.id,
    ...openItemTexts(keys, datasetPlace(row.dataset_id, row.id), row),
    sourceCallId: row.source_call_id,
    externalId: row.external_id,
    sourceTraceId: row.source_trace_id,
  };
}

export async function selectDatasetItems(
  db: Reader,
  keys: AccountKeys,
  datasetId: number,
): Promise<StoredItem[]> {
  const rows = await db
    .selectFrom('eval_dataset_items')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .orderBy('position')
    .execute();
  return rows.map((row) => openItem(keys, row));
}

export const insertDataset = (db: Writer, row: EvalDatasetsTable) =>
  db.insertInto('eval_datasets').values(row).execute();

export const updateDatasetRow = (db: Writer, row: EvalDatasetsTable) =>
  db
    .updateTable('eval_datasets')
    .set({
      name: row.name,
      description: row.description,
      prompt_id: row.prompt_id,
      frozen: row.frozen,
      version: row.version,
      item_count: row.item_count,
      last_item_id: row.last_item_id,
      facts: row.facts,
      updated_at: row.updated_at,
    })
    .where('account_id', '=', row.account_id)
    .where('id', '=', row.id)
    .execute();

/** At most twenty short rows, so all of them are replaced. */
export async function replaceItems(
  db: Writer,
  keys: AccountKeys,
  datasetId: number,
  items: readonly StoredItem[],
) {
  await db.deleteFrom('eval_dataset_items').where('dataset_id', '=', datasetId).execute();
  if (items.length === 0) return;
  const rows = items.map((item, position) => ({
    dataset_id: datasetId,
    id: item.id,
    position,
    ...sealTexts(keys, datasetPlace(datasetId, item.id), item),
    source_call_id: item.sourceCallId,
    external_id: item.externalId,
    source_trace_id: item.sourceTraceId,
  }));
  await db.insertInto('eval_dataset_items').values(rows).execute();
}

/** Returns its name, or null if there was none. The items are deleted with it. */
export async function deleteDatasetRow(
  db: Writer,
  { accountId, projectId }: Owner,
  id: number,
): Promise<string | null> {
  const row = await db
    .deleteFrom('eval_datasets')
    .where('account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}
