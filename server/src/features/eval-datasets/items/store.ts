// Rows of items. The items of the current version are in one table; what they were before is in another. A
// row only ever moves from the first to the second, so a reader that takes them in that order misses nothing.
import type { Insertable, Selectable } from 'kysely';
import { chunks } from '#lib/chunks';
import { mediaIn, type AccountKeys } from '#content';
import type { EvalDatasetItemsTable, Reader, Writer } from '#metadata';
import { datasetPlace, openItemTexts, sealTexts } from '../item-texts.ts';
import { inputDigester, type ItemChanges, type StoredItem } from './item.ts';

const COLUMNS = [
  'dataset_id',
  'id',
  'position',
  'sealed_texts',
  'source_call_id',
  'external_id',
  'source_trace_id',
  'split',
  'client_key',
  'media',
] as const;

export type DatasetItemRow = Pick<Selectable<EvalDatasetItemsTable>, (typeof COLUMNS)[number]>;

export const openItem = (keys: AccountKeys | null, row: DatasetItemRow): StoredItem => ({
  id: row.id,
  position: row.position,
  ...openItemTexts(keys, datasetPlace(row.dataset_id, row.id), row.sealed_texts),
  sourceCallId: row.source_call_id,
  externalId: row.external_id,
  clientKey: row.client_key,
  sourceTraceId: row.source_trace_id,
  split: row.split,
});

/** Items in their order, after a position. */
interface ItemPage {
  after: number;
  limit: number;
  split?: string | undefined;
}

export async function selectItemsAt(
  db: Reader,
  datasetId: number,
  version: number,
  { after, limit, split }: ItemPage,
): Promise<DatasetItemRow[]> {
  const current: DatasetItemRow[] = await db
    .selectFrom('eval_dataset_items')
    .select(COLUMNS)
    .where('dataset_id', '=', datasetId)
    .where('position', '>', after)
    .where('since_version', '<=', version)
    .$if(split !== undefined, (query) => query.where('split', '=', split ?? ''))
    .orderBy('position')
    .limit(limit)
    .execute();
  const past = await db
    .selectFrom('eval_dataset_past_items')
    .select(COLUMNS)
    .where('dataset_id', '=', datasetId)
    .where('position', '>', after)
    .where('since_version', '<=', version)
    .where('until_version', '>', version)
    .$if(split !== undefined, (query) => query.where('split', '=', split ?? ''))
    .orderBy('position')
    .limit(limit)
    .execute();
  if (past.length === 0) return current;
  // An item that moved between the two queries is in both.
  const rows = new Map(current.map((row) => [row.id, row]));
  for (const row of past) rows.set(row.id, row);
  return [...rows.values()].toSorted((left, right) => left.position - right.position).slice(0, limit);
}

const ROWS_AT_ONCE = 500;

/** All items of a version, in pages. */
export async function* itemPagesAt(
  db: Reader,
  datasetId: number,
  version: number,
  split?: string,
): AsyncGenerator<DatasetItemRow[]> {
  for (let after = -1; ;) {
    const rows = await selectItemsAt(db, datasetId, version, { after, limit: ROWS_AT_ONCE, split });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    after = last.position;
  }
}

export async function countSplits(
  db: Reader,
  datasetId: number,
  version: number,
): Promise<{ name: string; itemCount: number }[]> {
  const counts = new Map<string, number>();
  for (const table of ['eval_dataset_items', 'eval_dataset_past_items'] as const) {
    const rows = await db
      .selectFrom(table)
      .select((eb) => ['split', eb.fn.countAll<number>().as('count')])
      .where('dataset_id', '=', datasetId)
      .where('split', 'is not', null)
      .where('since_version', '<=', version)
      .$if(table === 'eval_dataset_past_items', (query) =>
        query.where('until_version' as never, '>', version as never),
      )
      .groupBy('split')
      .execute();
    for (const { split, count } of rows)
      if (split !== null) counts.set(split, (counts.get(split) ?? 0) + count);
  }
  return [...counts]
    .map(([name, itemCount]) => ({ name, itemCount }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

/** Current items by their ids, in no order. */
export async function selectItemRows(
  db: Reader,
  datasetId: number,
  ids: readonly number[],
): Promise<DatasetItemRow[]> {
  const rows: DatasetItemRow[] = [];
  for (const some of chunks(ids)) {
    rows.push(
      ...(await db
        .selectFrom('eval_dataset_items')
        .select(COLUMNS)
        .where('dataset_id', '=', datasetId)
        .where('id', 'in', some)
        .execute()),
    );
  }
  return rows;
}

/** What finds an item among the current ones without opening it. */
export interface ItemMark {
  id: number;
  clientKey: string | null;
  digest: string;
}

export async function selectItemMarks(db: Reader, datasetId: number): Promise<ItemMark[]> {
  const rows = await db
    .selectFrom('eval_dataset_items')
    .select(['id', 'client_key', 'external_id', 'input_digest'])
    .where('dataset_id', '=', datasetId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    clientKey: row.client_key ?? row.external_id,
    digest: row.input_digest,
  }));
}

export async function selectLastPosition(db: Reader, datasetId: number): Promise<number> {
  const { last } = await db
    .selectFrom('eval_dataset_items')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('dataset_id', '=', datasetId)
    .executeTakeFirstOrThrow();
  return last ?? -1;
}

export type NewItemRow = Insertable<EvalDatasetItemsTable>;

/** Makes the row of an item: seals its texts, and notes the hash of its input. */
export function itemRowMaker(
  keys: AccountKeys,
  datasetId: number,
  version: number,
): (item: StoredItem) => NewItemRow {
  const digestOf = inputDigester(keys);
  return (item) => ({
    dataset_id: datasetId,
    id: item.id,
    position: item.position,
    sealed_texts: sealTexts(keys, datasetPlace(datasetId, item.id), item),
    source_call_id: item.sourceCallId,
    external_id: item.externalId,
    source_trace_id: item.sourceTraceId,
    split: item.split,
    client_key: item.clientKey,
    input_digest: digestOf(item),
    media: mediaOfItem(keys, item),
    since_version: version,
  });
}

function mediaOfItem(keys: AccountKeys, { inputText, expectedOutput }: StoredItem): string | null {
  const names = [...mediaIn(inputText, keys), ...mediaIn(expectedOutput ?? '', keys)];
  return names.length === 0 ? null : [...new Set(names)].join(' ');
}

/** Moves the rows that a change ends, and inserts the new ones. */
export async function storeItemChanges(
  db: Writer,
  keys: AccountKeys,
  datasetId: number,
  version: number,
  { added, changed, removed }: ItemChanges,
  /** The rows of all added and changed items, if they are made already. */
  made?: readonly NewItemRow[],
): Promise<void> {
  for (const ids of chunks([...changed.map(({ id }) => id), ...removed])) {
    await db
      .insertInto('eval_dataset_past_items')
      .columns([...COLUMNS, 'since_version', 'until_version'])
      .expression(
        db
          .selectFrom('eval_dataset_items')
          .select((eb) => [...COLUMNS, 'since_version', eb.lit(version).as('until_version')])
          .where('dataset_id', '=', datasetId)
          .where('id', 'in', ids),
      )
      .execute();
    await db
      .deleteFrom('eval_dataset_items')
      .where('dataset_id', '=', datasetId)
      .where('id', 'in', ids)
      .execute();
  }
  const all = made ?? [...added, ...changed].map(itemRowMaker(keys, datasetId, version));
  for (const rows of chunks(all, ROWS_AT_ONCE))
    await db.insertInto('eval_dataset_items').values(rows).execute();
}
