import { isoTime } from '#lib/clock';
import { boundTo } from '#core/access/actor';
import type { Context } from '#core/context';
import type { Page } from '#core/paging';
import type { AccountKeys } from '#content';
import type { EvalDatasetsTable, Reader, Writer } from '#metadata';
import { keysFor } from './item-texts.ts';
import type { StoredItem } from './items/item.ts';
import { itemPagesAt, openItem, selectItemsAt } from './items/store.ts';
import { requireDatasetVersion } from './items/versions.ts';
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

/** A dataset in an answer has the first items that fit, and says if there are more. */
export const SHOWN_ITEMS = 1_000;
const SHOWN_CHARACTERS = 4_000_000;

/** `items` are the first ones in their order; the row knows how many there are. */
export function presentDataset(row: EvalDatasetsTable, items: readonly StoredItem[]): Dataset {
  const shown: DatasetItem[] = [];
  let characters = 0;
  for (const { id, inputText, expectedOutput, sourceCallId } of items) {
    characters += inputText.length + (expectedOutput?.length ?? 0);
    if (shown.length === SHOWN_ITEMS || (characters > SHOWN_CHARACTERS && shown.length > 0)) break;
    shown.push({ id, inputText, expectedOutput, sourceCallId });
  }
  return {
    ...presentSummary(row),
    items: shown,
    ...(shown.length < row.item_count ? { itemsTruncated: true as const } : {}),
  };
}

/** The dataset with the items that an answer shows. */
export async function showDataset(db: Reader, keys: AccountKeys, row: EvalDatasetsTable): Promise<Dataset> {
  const rows = await selectItemsAt(db, row.id, row.version, { after: -1, limit: SHOWN_ITEMS });
  return presentDataset(
    row,
    rows.map((each) => openItem(keys, each)),
  );
}

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

/** Newest first. */
export const selectDatasetsOfPrompt = (
  db: Reader,
  { accountId, projectId }: Owner,
  promptId: number,
  limit: number,
) =>
  db
    .selectFrom('eval_datasets')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
    .where('prompt_id', '=', promptId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

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

export async function selectDataset(ctx: Context, id: number, limit = SHOWN_ITEMS): Promise<Dataset | null> {
  const row = await selectDatasetRow(ctx.db, datasetOwnerOf(ctx), id);
  if (!row) return null;
  const rows = await selectItemsAt(ctx.db, row.id, row.version, { after: -1, limit });
  const keys = await keysFor(ctx, ctx.account, rows);
  return presentDataset(
    row,
    rows.map((each) => openItem(keys, each)),
  );
}

/** The dataset with all items of its current version, or of another one. */
export async function selectStoredDataset(
  ctx: Context,
  id: number,
  version?: number,
): Promise<{ row: EvalDatasetsTable; items: StoredItem[] } | null> {
  const row = await selectDatasetRow(ctx.db, datasetOwnerOf(ctx), id);
  if (!row) return null;
  if (version !== undefined) await requireDatasetVersion(ctx.db, row, version);
  const loadKeys = () => ctx.contentKeys.load(ctx.account);
  return { row, items: await selectAllItems(ctx.db, loadKeys, { id, version: version ?? row.version }) };
}

export async function selectAllItems(
  db: Reader,
  /** Called if there are items, because loading creates a key. */
  loadKeys: () => Promise<AccountKeys>,
  { id, version }: Pick<EvalDatasetsTable, 'id' | 'version'>,
): Promise<StoredItem[]> {
  const items: StoredItem[] = [];
  for await (const rows of itemPagesAt(db, id, version)) {
    const keys = await loadKeys();
    for (const each of rows) items.push(openItem(keys, each));
  }
  return items;
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

export const deleteProjectDatasets = (db: Writer, accountId: string, projectId: string) =>
  db
    .deleteFrom('eval_datasets')
    .where('account_id', '=', accountId)
    .where('project_id', '=', projectId)
    .execute();

/** The datasets that have items made from these calls, newest first, with how many of the calls. */
export async function selectDatasetsOfCalls(
  db: Reader,
  { accountId, projectId }: Owner,
  callIds: readonly string[],
  limit: number,
): Promise<(Pick<EvalDatasetsTable, 'id' | 'name' | 'item_count' | 'prompt_id'> & { covered: number })[]> {
  return db
    .selectFrom('eval_datasets as dataset')
    .innerJoin('eval_dataset_items as item', 'item.dataset_id', 'dataset.id')
    .select((eb) => [
      'dataset.id',
      'dataset.name',
      'dataset.item_count',
      'dataset.prompt_id',
      eb.fn.count<number>('item.source_call_id').distinct().as('covered'),
    ])
    .where('dataset.account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('dataset.project_id', '=', projectId))
    .where('item.source_call_id', 'in', callIds)
    .groupBy(['dataset.id', 'dataset.name', 'dataset.item_count', 'dataset.prompt_id'])
    .orderBy('dataset.id', 'desc')
    .limit(limit)
    .execute();
}
