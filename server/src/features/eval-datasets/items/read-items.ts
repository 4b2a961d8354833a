// GET /v1/eval-datasets/{id}/items: pages of one version. The cursor names the version, so a list stays the
// same while the dataset changes.
import { setImmediate as breathe } from 'node:timers/promises';
import { invalid, notFound } from '#lib/app-error';
import { decodeCursor, encodeCursor } from '#lib/cursor';
import { isoTime } from '#lib/clock';
import type { AccountKeys } from '#content';
import type { Context } from '#core/context';
import type { EvalDatasetsTable } from '#metadata';
import { datasetOwnerOf, selectDatasetRow } from '../store.ts';
import { itemExpected, itemInput, type StoredItem } from './item.ts';
import type { FullItem, ItemsPage, ItemsQuery } from './schemas.ts';
import { countSplits, openItem, selectItemsAt } from './store.ts';
import { requireDatasetVersion } from './versions.ts';

const DEFAULT_LIMIT = 50;
/** Characters of a page. It has at least one item. */
const PAGE_CHARACTERS = 2_000_000;
const SCANNED_AT_ONCE = 200;
/** A search goes on with the next page after so many items. */
const SCANNED_ITEMS = 2_000;

export async function requireDataset(ctx: Context, id: number): Promise<EvalDatasetsTable> {
  const row = await selectDatasetRow(ctx.db, datasetOwnerOf(ctx), id);
  if (!row) throw notFound('Dataset');
  return row;
}

export async function listItems(ctx: Context, id: number, query: ItemsQuery): Promise<ItemsPage> {
  const row = await requireDataset(ctx, id);
  const { version, after } = startOf(row, query);
  await requireDatasetVersion(ctx.db, row, version);
  const keys = row.last_item_id === 0 ? null : await ctx.contentKeys.load(ctx.account);
  const { items, nextAfter } = await readPage(ctx, keys, { id, version, after }, query);
  const isFirst = query.cursor === undefined;
  return {
    version,
    itemCount: row.item_count,
    items: items.map(presentItem),
    splits: isFirst ? await countSplits(ctx.db, id, version) : null,
    nextCursor: nextAfter === null ? null : encodeCursor([version, nextAfter]),
  };
}

function startOf(row: EvalDatasetsTable, { cursor, version }: ItemsQuery) {
  if (cursor === undefined) return { version: version ?? row.version, after: -1 };
  const [of, after] = decodeCursor(cursor, ['integer', 'integer']) ?? [];
  const isOurs =
    typeof of === 'number' &&
    typeof after === 'number' &&
    of > 0 &&
    of <= row.version &&
    after >= 0 &&
    after <= 2_147_483_647;
  if (!isOurs || (version !== undefined && version !== of))
    throw invalid('cursor', 'The cursor is not one that this list gave out.');
  return { version: of, after };
}

interface Start {
  id: number;
  version: number;
  after: number;
}

async function readPage(
  ctx: Context,
  keys: AccountKeys | null,
  { id, version, after: start }: Start,
  { limit = DEFAULT_LIMIT, split, search }: ItemsQuery,
): Promise<{ items: StoredItem[]; nextAfter: number | null }> {
  const items: StoredItem[] = [];
  const matches = search === undefined ? () => true : matcher(search);
  let characters = 0;
  let after = start;
  for (let scanned = 0; ;) {
    const wanted = search === undefined ? limit + 1 - items.length : SCANNED_AT_ONCE;
    const rows = await selectItemsAt(ctx.db, id, version, { after, limit: wanted, split });
    for (const row of rows) {
      const item = openItem(keys, row);
      if (matches(item)) {
        characters += sizeOf(item);
        if (items.length === limit || (characters > PAGE_CHARACTERS && items.length > 0))
          return { items, nextAfter: after };
        items.push(item);
      }
      after = row.position;
    }
    if (rows.length < wanted) return { items, nextAfter: null };
    scanned += rows.length;
    if (scanned >= SCANNED_ITEMS) return { items, nextAfter: after };
    // A search opens many items; other requests go on in between.
    await breathe();
  }
}

const sizeOf = ({ inputText, expectedOutput, facts }: StoredItem): number =>
  inputText.length + (expectedOutput?.length ?? 0) + JSON.stringify(facts?.metadata ?? null).length;

function matcher(search: string): (item: StoredItem) => boolean {
  const wanted = search.toLowerCase();
  const has = (text: string | null): boolean => text !== null && text.toLowerCase().includes(wanted);
  return (item) =>
    has(item.inputText) ||
    has(item.expectedOutput) ||
    has(item.clientKey ?? item.externalId) ||
    has(JSON.stringify(item.facts?.metadata ?? null));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const presentItem = (item: StoredItem): FullItem => ({
  id: item.id,
  externalId: item.clientKey ?? item.externalId,
  input: itemInput(item),
  expectedOutput: itemExpected(item),
  metadata: metadataOf(item),
  split: item.split,
  sourceCallId: item.sourceCallId,
  archived: item.facts?.archived ?? false,
  createdAt: item.facts ? isoTime(item.facts.createdAt) : null,
  updatedAt: item.facts ? isoTime(item.facts.updatedAt) : null,
});

/** Another system may have stored something that is not an object. */
function metadataOf({ facts }: StoredItem): Record<string, unknown> | null {
  const value = facts?.metadata ?? null;
  if (value === null || isObject(value)) return value;
  return { value };
}
