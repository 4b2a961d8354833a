// Items as other systems see them: any JSON, found by an id that the other system may choose.
import { AppError, invalid, notFound } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import type { EvalDatasetsTable, Reader } from '#metadata';
import { fullMessage, holdDataset, requireThawed } from '../change-items.ts';
import { itemExpected, itemInput, textOfValue, type StoredItem } from '../items/item.ts';
import {
  itemPagesAt,
  openItem,
  selectItemRows,
  selectLastPosition,
  type DatasetItemRow,
} from '../items/store.ts';
import { itemWriter, versionAt, writeItems } from '../items/versions.ts';
import { deleteLinksOf } from '../linked-runs/store.ts';
import { datasetOwnerOf, selectDatasetRow, updateDatasetRow, type Owner } from '../store.ts';
import {
  countItems,
  selectDatasetByName,
  selectExternalPlace,
  selectItemsPage,
  type ItemFilter,
  type Offset,
} from './store.ts';

export interface ExternalItem {
  /** The other system's id, or `<dataset>-<item>`. */
  id: string;
  dataset: Pick<EvalDatasetsTable, 'id' | 'name' | 'created_at'>;
  input: unknown;
  expectedOutput: unknown;
  item: StoredItem;
}

interface ExternalItemInput {
  datasetName: string;
  id?: string | undefined;
  input?: unknown;
  expectedOutput?: unknown;
  metadata?: unknown;
  sourceTraceId?: string | null | undefined;
  sourceSpanId?: string | null | undefined;
  archived?: boolean | undefined;
}

const OWN_ID = /^([1-9]\d{0,14})-([1-9]\d{0,8})$/;

const externalId = (datasetId: number, item: StoredItem): string =>
  item.externalId ?? `${datasetId}-${item.id}`;

const present = (dataset: ExternalItem['dataset'], item: StoredItem): ExternalItem => ({
  id: externalId(dataset.id, item),
  dataset,
  input: itemInput(item),
  expectedOutput: itemExpected(item),
  item,
});

async function resolveId(
  db: Reader,
  owner: Owner,
  id: string,
): Promise<{ datasetId: number; itemId: number } | null> {
  const chosen = await selectExternalPlace(db, owner, id);
  if (chosen) return chosen;
  const [, dataset, item] = OWN_ID.exec(id) ?? [];
  return dataset === undefined ? null : { datasetId: Number(dataset), itemId: Number(item) };
}

export async function findExternalItem(ctx: Context, id: string): Promise<ExternalItem | null> {
  const owner = datasetOwnerOf(ctx);
  const place = await resolveId(ctx.db, owner, id);
  const row = place && (await selectDatasetRow(ctx.db, owner, place.datasetId));
  const [item] = row ? await selectItemRows(ctx.db, row.id, [place.itemId]) : [];
  return row && item ? present(row, openItem(await ctx.contentKeys.load(ctx.account), item)) : null;
}

export async function pageOfExternalItems(
  ctx: Context,
  filter: ItemFilter,
  page: Offset,
): Promise<{ items: ExternalItem[]; total: number }> {
  const owner = datasetOwnerOf(ctx);
  const keys = await ctx.contentKeys.load(ctx.account);
  const [rows, total] = await Promise.all([
    selectItemsPage(ctx.db, keys, owner, filter, page),
    countItems(ctx.db, owner, filter),
  ]);
  return { items: rows.map(({ dataset, item }) => present(dataset, item)), total };
}

/** The items as they were at a time, in the same order; null if that version is not known. */
export async function pageOfItemsAt(
  ctx: Context,
  dataset: EvalDatasetsTable,
  atMs: number,
  { offset, limit }: Offset,
): Promise<{ items: ExternalItem[]; total: number } | null> {
  const version = await versionAt(ctx.db, dataset, atMs);
  if (version === null) return null;
  const rows: DatasetItemRow[] = [];
  for await (const some of itemPagesAt(ctx.db, dataset.id, version)) rows.push(...some);
  const keys = await ctx.contentKeys.load(ctx.account);
  const shown = rows.toSorted((left, right) => right.id - left.id).slice(offset, offset + limit);
  return { items: shown.map((row) => present(dataset, openItem(keys, row))), total: rows.length };
}

/** If the item exists, fields that are not given keep their value. */
export async function upsertExternalItem(ctx: Context, input: ExternalItemInput): Promise<ExternalItem> {
  const owner = datasetOwnerOf(ctx);
  const dataset = await selectDatasetByName(ctx.db, owner, input.datasetName);
  if (!dataset) throw notFound('Dataset');
  const keys = await ctx.contentKeys.load(ctx.account);
  return change(ctx, 'eval_dataset.update', async ({ db }) => {
    const row = await holdDataset(db, owner, dataset.id);
    requireThawed(row);
    const place =
      input.id === undefined
        ? null
        : await resolveId(db, { accountId: owner.accountId, projectId: null }, input.id);
    const [found] = place?.datasetId === row.id ? await selectItemRows(db, row.id, [place.itemId]) : [];
    if (place && !found && (await selectExternalPlace(db, { ...owner, projectId: null }, input.id ?? '')))
      throw invalid('id', 'Another dataset has an item with this id.', 'id_taken');
    const { datasetItems, itemCharacters } = ctx.account;
    if (!found && row.item_count >= datasetItems)
      throw new AppError('conflict', 'dataset_full', fullMessage(datasetItems));
    const known = found && openItem(keys, found);
    const next = known ?? { id: row.last_item_id + 1, position: 1 + (await selectLastPosition(db, row.id)) };
    const item = itemOf(input, known, { ...next, now: ctx.clock.now(), itemCharacters });
    const changes = { added: known ? [] : [item], changed: known ? [item] : [], removed: [] };
    const after = await writeItems(db, row, changes, itemWriter(ctx, keys));
    await updateDatasetRow(db, after);
    return {
      result: present(after, item),
      target: { type: 'eval_dataset', id: String(after.id) },
      metadata: { name: after.name, changed: ['items'], version: after.version },
    };
  });
}

interface Place {
  id: number;
  position: number;
  now: number;
  itemCharacters: number;
}

function itemOf(
  input: ExternalItemInput,
  known: StoredItem | undefined,
  { id, position, now, itemCharacters }: Place,
): StoredItem {
  const given =
    input.input === undefined && known
      ? { text: known.inputText, isJson: known.facts?.inputIsJson ?? false }
      : textOfValue(input.input);
  const expected =
    input.expectedOutput === undefined
      ? { text: known?.expectedOutput ?? null, isJson: known?.facts?.expectedIsJson ?? false }
      : input.expectedOutput === null
        ? { text: null, isJson: false }
        : textOfValue(input.expectedOutput);
  requireShort('input', given.text, itemCharacters);
  requireShort('expectedOutput', expected.text, itemCharacters);
  const metadata = input.metadata === undefined ? (known?.facts?.metadata ?? null) : input.metadata;
  requireShort('metadata', JSON.stringify(metadata), itemCharacters);
  const sourceTraceId =
    input.sourceTraceId === undefined ? (known?.sourceTraceId ?? null) : input.sourceTraceId;
  const sourceSpanId =
    input.sourceSpanId === undefined ? (known?.facts?.sourceSpanId ?? null) : input.sourceSpanId;
  return {
    id,
    position,
    inputText: given.text,
    expectedOutput: expected.text,
    // The id that a call gets if it arrives as a span. With it, the item is erased together with the call.
    sourceCallId:
      sourceTraceId !== null && sourceSpanId !== null
        ? `${sourceTraceId}-${sourceSpanId}`
        : (known?.sourceCallId ?? null),
    externalId: known ? known.externalId : (input.id ?? null),
    clientKey: known?.clientKey ?? null,
    split: known?.split ?? null,
    sourceTraceId,
    facts: {
      inputIsJson: given.isJson,
      expectedIsJson: expected.isJson,
      metadata,
      archived: input.archived ?? known?.facts?.archived ?? false,
      sourceSpanId,
      createdAt: known?.facts?.createdAt ?? now,
      updatedAt: now,
    },
  };
}

function requireShort(field: string, text: string | null, most: number): void {
  if (text === null || text.length <= most) return;
  throw invalid(
    field,
    `The ${field} is ${text.length} characters long as text; at most ${most} are allowed.`,
    'text_too_long',
  );
}

/** Also deletes the item's links to traces of runs. False if there is no such item. */
export async function deleteExternalItem(ctx: Context, id: string): Promise<boolean> {
  const found = await findExternalItem(ctx, id);
  if (!found) return false;
  const keys = await ctx.contentKeys.load(ctx.account);
  return change(ctx, 'eval_dataset.update', async ({ db }) => {
    const row = await holdDataset(db, datasetOwnerOf(ctx), found.dataset.id);
    requireThawed(row);
    const [item] = await selectItemRows(db, row.id, [found.item.id]);
    if (!item) return { result: false, target: null };
    const changes = { added: [], changed: [], removed: [item.id] };
    const after = await writeItems(db, row, changes, itemWriter(ctx, keys));
    await updateDatasetRow(db, after);
    await deleteLinksOf(db, row.id, item.id);
    return {
      result: true,
      target: { type: 'eval_dataset', id: String(row.id) },
      metadata: { name: after.name, changed: ['items'], version: after.version },
    };
  });
}
