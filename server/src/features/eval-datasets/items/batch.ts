// POST /v1/eval-datasets/{id}/items/batch: adds, changes and removes items in one version. Each item is
// stored or refused by itself.
import { invalid } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import type { EvalDatasetsTable, Reader } from '#metadata';
import type { AccountKeys } from '#content';
import { holdDataset, requireThawed } from '../change-items.ts';
import { datasetOwnerOf, updateDatasetRow } from '../store.ts';
import { inputDigester, plainItem, textOfValue, type StoredItem } from './item.ts';
import { planInPieces, type BatchPlan } from './plan-batch.ts';
import type { BatchResult, Duplicates, ItemBatch, ItemWrite } from './schemas.ts';
import {
  openItem,
  selectItemMarks,
  selectItemRows,
  selectLastPosition,
  type ItemMark,
  type DatasetItemRow,
} from './store.ts';
import { itemWriter, writeItems } from './versions.ts';

export async function changeItems(ctx: Context, id: number, batch: ItemBatch): Promise<BatchResult> {
  const { items = [], remove = [], duplicates = 'skip' } = batch;
  if (items.length + remove.length === 0) throw invalid('items', 'Send items, or ids to remove.');
  const keys = await ctx.contentKeys.load(ctx.account);
  return change(ctx, 'eval_dataset.change_items', async ({ db }) => {
    const row = await holdDataset(db, datasetOwnerOf(ctx), id);
    requireThawed(row);
    const marks = await selectItemMarks(db, id);
    const there = new Set(marks.map((mark) => mark.id));
    const removed = [...new Set(remove)].filter((each) => there.has(each));
    const plan = await planWrites(ctx, db, keys, row, { marks, removed, items, duplicates });
    const after = await writeItems(db, row, plan.changes, itemWriter(ctx, keys));
    const result = {
      ...countsOf(plan, after),
      refused: plan.refused,
      notFound: [...new Set(remove)].filter((each) => !there.has(each)),
    };
    if (after === row) return { result, target: null };
    await updateDatasetRow(db, after);
    return {
      result,
      target: { type: 'eval_dataset', id: String(id) },
      metadata: auditFigures(plan, after),
    };
  });
}

export const countsOf = (plan: BatchPlan, after: EvalDatasetsTable) => ({
  version: after.version,
  itemCount: after.item_count,
  added: plan.added,
  changed: plan.changed,
  unchanged: plan.unchanged,
  removed: plan.changes.removed.length,
  duplicates: plan.duplicates,
});

export const auditFigures = (plan: BatchPlan, after: EvalDatasetsTable) => ({
  name: after.name,
  added: plan.added,
  changed: plan.changed,
  removed: plan.changes.removed.length,
  version: after.version,
});

interface Writes {
  marks: readonly ItemMark[];
  removed: readonly number[];
  items: readonly ItemWrite[];
  duplicates: Duplicates;
}

/** Loads the items that the batch may change, then plans it. */
export async function planWrites(
  ctx: Context,
  db: Reader,
  keys: AccountKeys,
  row: EvalDatasetsTable,
  { marks, removed, items, duplicates }: Writes,
): Promise<BatchPlan> {
  const removedIds = new Set(removed);
  const left = marks.filter(({ id }) => !removedIds.has(id));
  const digestOf = inputDigester(keys);
  const rows = new Map<number, DatasetItemRow>();
  const wanted = wantedIds(left, items, duplicates === 'replace' ? digestOf : null);
  for (const each of await selectItemRows(db, row.id, wanted)) rows.set(each.id, each);
  return planInPieces(
    {
      marks: left,
      removed,
      lastId: row.last_item_id,
      lastPosition: await selectLastPosition(db, row.id),
      now: ctx.clock.now(),
      limits: ctx.account,
      duplicates,
      digestOf,
      open: (id) => {
        const found = rows.get(id);
        if (!found) throw new Error(`Item ${id} was not loaded.`);
        return openItem(keys, found);
      },
    },
    items,
  );
}

function wantedIds(
  marks: readonly ItemMark[],
  items: readonly ItemWrite[],
  digestOf: ((item: StoredItem) => string) | null,
): number[] {
  const ids = new Set<number>();
  const keys = new Set<string>();
  const digests = new Set<string>();
  for (const { id, externalId, input } of items) {
    if (id !== undefined) ids.add(id);
    if (typeof externalId === 'string') keys.add(externalId);
    if (digestOf && input !== undefined && input !== null) digests.add(digestOf(draftOf(input)));
  }
  return marks
    .filter(
      ({ id, clientKey, digest }) =>
        ids.has(id) || (clientKey !== null && keys.has(clientKey)) || digests.has(digest),
    )
    .map(({ id }) => id);
}

function draftOf(input: unknown): StoredItem {
  const { text, isJson } = textOfValue(input);
  const draft = plainItem(0, 0, { inputText: text, expectedOutput: null, sourceCallId: null });
  const facts = {
    inputIsJson: isJson,
    expectedIsJson: false,
    metadata: null,
    archived: false,
    sourceSpanId: null,
    createdAt: 0,
    updatedAt: 0,
  };
  return { ...draft, facts };
}
