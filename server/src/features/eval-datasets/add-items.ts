// POST /v1/eval-datasets/{id}/items: appends items under the lock of the account. A PATCH replaces the whole
// list, so it would drop items that someone else added since the caller read it.
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { holdDataset, requireThawed, SKIP_MESSAGES, withItems } from './change-items.ts';
import { MAX_ITEMS, type AddedItem, type AddedItemsResult, type SkipReason } from './schemas.ts';
import { datasetOwnerOf, presentDataset, updateDatasetRow, type StoredItem } from './store.ts';

export async function addItems(
  ctx: Context,
  id: number,
  given: readonly AddedItem[],
): Promise<AddedItemsResult> {
  const keys = await ctx.contentKeys.load(ctx.account);
  return change(ctx, 'eval_dataset.add_items', async ({ db }) => {
    const held = await holdDataset(db, keys, datasetOwnerOf(ctx), id);
    requireThawed(held.row);
    const { items, skipped, lastItemId } = append(held.items, held.row.last_item_id, given);
    const added = items.length - held.items.length;
    if (added === 0)
      return { result: { dataset: presentDataset(held.row, items), added, skipped }, target: null };
    const row = { ...(await withItems(db, held, items, lastItemId)), updated_at: ctx.clock.now() };
    await updateDatasetRow(db, row);
    return {
      result: { dataset: presentDataset(row, items), added, skipped },
      target: { type: 'eval_dataset', id: String(id) },
      metadata: { name: row.name, items: added, version: row.version },
    };
  });
}

/** Two items with the same key are the same item: a repeated request adds nothing. */
const keyOf = ({ inputText, expectedOutput = null, sourceCallId = null }: AddedItem): string =>
  JSON.stringify([inputText, expectedOutput, sourceCallId]);

function append(before: readonly StoredItem[], lastItemId: number, given: readonly AddedItem[]) {
  const items = [...before];
  const skipped: AddedItemsResult['skipped'] = [];
  const known = new Set(before.map(keyOf));
  let last = lastItemId;
  for (const [index, item] of given.entries()) {
    const skip = (reason: SkipReason) => skipped.push({ index, reason, message: SKIP_MESSAGES[reason] });
    if (known.has(keyOf(item))) skip('already_in_dataset');
    else if (items.length >= MAX_ITEMS) skip('dataset_full');
    else {
      last += 1;
      known.add(keyOf(item));
      items.push({
        id: last,
        inputText: item.inputText,
        expectedOutput: item.expectedOutput ?? null,
        sourceCallId: item.sourceCallId ?? null,
        externalId: null,
        sourceTraceId: null,
        facts: null,
      });
    }
  }
  return { items, skipped, lastItemId: last };
}
