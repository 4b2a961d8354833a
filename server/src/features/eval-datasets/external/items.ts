// Items as other systems see them: any JSON, found by an id that the other system may choose.
import { AppError, invalid, notFound } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import type { EvalDatasetsTable, Reader } from '#metadata';
import { holdDataset, requireThawed, withItems } from '../change-items.ts';
import { deleteLinksOf } from '../linked-runs/store.ts';
import { MAX_ITEMS, MAX_TEXT } from '../schemas.ts';
import {
  datasetOwnerOf,
  selectStoredDataset,
  updateDatasetRow,
  type Owner,
  type StoredItem,
} from '../store.ts';
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

function valueOf(text: string | null, isJson: boolean | undefined): unknown {
  if (text === null || !isJson) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Someone has changed the text since.
    return text;
  }
}

const present = (dataset: ExternalItem['dataset'], item: StoredItem): ExternalItem => ({
  id: externalId(dataset.id, item),
  dataset,
  input: valueOf(item.inputText, item.facts?.inputIsJson),
  expectedOutput: valueOf(item.expectedOutput, item.facts?.expectedIsJson),
  item,
});

/** An empty text is stored as JSON, because the input of an item must not be empty. */
const textOf = (value: unknown): { text: string; isJson: boolean } =>
  typeof value === 'string' && value !== ''
    ? { text: value, isJson: false }
    : { text: JSON.stringify(value ?? null), isJson: true };

async function placeOf(
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
  const place = await placeOf(ctx.db, datasetOwnerOf(ctx), id);
  const stored = place && (await selectStoredDataset(ctx, { id: place.datasetId }));
  const item = stored?.items.find((each) => each.id === place?.itemId);
  return stored && item ? present(stored.row, item) : null;
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

/** If the item exists, fields that are not given keep their value. */
export async function upsertExternalItem(ctx: Context, input: ExternalItemInput): Promise<ExternalItem> {
  const owner = datasetOwnerOf(ctx);
  const dataset = await selectDatasetByName(ctx.db, owner, input.datasetName);
  if (!dataset) throw notFound('Dataset');
  const keys = await ctx.contentKeys.load(ctx.account);
  return change(ctx, 'eval_dataset.update', async ({ db }) => {
    const held = await holdDataset(db, keys, owner, dataset.id);
    requireThawed(held.row);
    const place =
      input.id === undefined
        ? null
        : await placeOf(db, { accountId: owner.accountId, projectId: null }, input.id);
    const known = held.items.find((each) => place?.datasetId === held.row.id && each.id === place.itemId);
    if (place && !known && (await selectExternalPlace(db, { ...owner, projectId: null }, input.id ?? '')))
      throw invalid('id', 'Another dataset has an item with this id.', 'id_taken');
    if (!known && held.items.length >= MAX_ITEMS) {
      throw new AppError('conflict', 'dataset_full', `A dataset can have at most ${MAX_ITEMS} items.`);
    }
    const item = itemOf(input, known, held.row.last_item_id + 1, ctx.clock.now());
    const items = known ? held.items.map((each) => (each === known ? item : each)) : [...held.items, item];
    const row = {
      ...(await withItems(db, held, items, Math.max(held.row.last_item_id, item.id))),
      updated_at: ctx.clock.now(),
    };
    await updateDatasetRow(db, row);
    return {
      result: present(row, item),
      target: { type: 'eval_dataset', id: String(row.id) },
      metadata: { name: row.name, changed: ['items'], version: row.version },
    };
  });
}

function itemOf(
  input: ExternalItemInput,
  known: StoredItem | undefined,
  nextId: number,
  now: number,
): StoredItem {
  const given =
    input.input === undefined && known
      ? { text: known.inputText, isJson: known.facts?.inputIsJson ?? false }
      : textOf(input.input);
  const expected =
    input.expectedOutput === undefined
      ? { text: known?.expectedOutput ?? null, isJson: known?.facts?.expectedIsJson ?? false }
      : input.expectedOutput === null
        ? { text: null, isJson: false }
        : textOf(input.expectedOutput);
  requireShort('input', given.text);
  requireShort('expectedOutput', expected.text);
  const metadata = input.metadata === undefined ? (known?.facts?.metadata ?? null) : input.metadata;
  requireShort('metadata', JSON.stringify(metadata));
  const sourceTraceId =
    input.sourceTraceId === undefined ? (known?.sourceTraceId ?? null) : input.sourceTraceId;
  const sourceSpanId =
    input.sourceSpanId === undefined ? (known?.facts?.sourceSpanId ?? null) : input.sourceSpanId;
  return {
    id: known?.id ?? nextId,
    inputText: given.text.toWellFormed(),
    expectedOutput: expected.text?.toWellFormed() ?? null,
    // The id that a call gets if it arrives as a span. With it, the item is erased together with the call.
    sourceCallId:
      sourceTraceId !== null && sourceSpanId !== null
        ? `${sourceTraceId}-${sourceSpanId}`
        : (known?.sourceCallId ?? null),
    externalId: known ? known.externalId : (input.id ?? null),
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

function requireShort(field: string, text: string | null): void {
  if (text === null || text.length <= MAX_TEXT) return;
  throw invalid(
    field,
    `The ${field} is ${text.length} characters long as text; at most ${MAX_TEXT} are allowed.`,
    'text_too_long',
  );
}

/** Also deletes the item's links to traces of runs. False if there is no such item. */
export async function deleteExternalItem(ctx: Context, id: string): Promise<boolean> {
  const found = await findExternalItem(ctx, id);
  if (!found) return false;
  const keys = await ctx.contentKeys.load(ctx.account);
  return change(ctx, 'eval_dataset.update', async ({ db }) => {
    const held = await holdDataset(db, keys, datasetOwnerOf(ctx), found.dataset.id);
    requireThawed(held.row);
    const items = held.items.filter((each) => each.id !== found.item.id);
    if (items.length === held.items.length) return { result: false, target: null };
    const row = {
      ...(await withItems(db, held, items, held.row.last_item_id)),
      updated_at: ctx.clock.now(),
    };
    await updateDatasetRow(db, row);
    await deleteLinksOf(db, row.id, found.item.id);
    return {
      result: true,
      target: { type: 'eval_dataset', id: String(row.id) },
      metadata: { name: row.name, changed: ['items'], version: row.version },
    };
  });
}
