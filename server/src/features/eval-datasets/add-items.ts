// POST /v1/eval-datasets/{id}/items: appends items under the lock of the account. A PATCH replaces the whole
// list, so it would drop items that someone else added since the caller read it.
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { holdDataset, requireThawed, requireWithinLimits, skipMessage } from './change-items.ts';
import { inputDigester, plainItem, type StoredItem } from './items/item.ts';
import { openItem, selectItemMarks, selectItemRows, selectLastPosition } from './items/store.ts';
import { itemWriter, writeItems } from './items/versions.ts';
import type { AddedItem, AddedItemsResult, SkipReason } from './schemas.ts';
import { datasetOwnerOf, showDataset, updateDatasetRow } from './store.ts';

export async function addItems(
  ctx: Context,
  id: number,
  given: readonly AddedItem[],
): Promise<AddedItemsResult> {
  requireWithinLimits(ctx.account, given);
  const keys = await ctx.contentKeys.load(ctx.account);
  return change(ctx, 'eval_dataset.add_items', async ({ db }) => {
    const row = await holdDataset(db, datasetOwnerOf(ctx), id);
    requireThawed(row);
    const last = { id: row.last_item_id, position: await selectLastPosition(db, id) };
    const drafts = given.map(draftItem);
    // Equal items have equal inputs, so only those are opened.
    const digestOf = inputDigester(keys);
    const digests = new Set(drafts.map(digestOf));
    const marks = await selectItemMarks(db, id);
    const alike = marks.filter(({ digest }) => digests.has(digest)).map((mark) => mark.id);
    const known = (await selectItemRows(db, id, alike)).map((each) => openItem(keys, each));
    const room = ctx.account.datasetItems - row.item_count;
    const { added, skipped: left } = append(known, drafts, last, room);
    const skipped = left.map(({ index, reason }) => ({
      index,
      reason,
      message: skipMessage(reason, ctx.account),
    }));
    const changes = { added, changed: [], removed: [] };
    const after = await writeItems(db, row, changes, itemWriter(ctx, keys));
    const result = { dataset: await showDataset(db, keys, after), added: added.length, skipped };
    if (added.length === 0) return { result, target: null };
    await updateDatasetRow(db, after);
    return {
      result,
      target: { type: 'eval_dataset', id: String(id) },
      metadata: { name: after.name, items: added.length, version: after.version },
    };
  });
}

const draftItem = (given: AddedItem): StoredItem => {
  const { inputText, expectedOutput = null, sourceCallId = null, sourceTraceId = null } = given;
  return { ...plainItem(0, 0, { inputText, expectedOutput, sourceCallId }), sourceTraceId };
};

/** Two items with the same key are the same item: a repeated request adds nothing. */
const keyOf = ({ inputText, expectedOutput, sourceCallId }: StoredItem): string =>
  JSON.stringify([inputText, expectedOutput, sourceCallId]);

function append(
  alike: readonly StoredItem[],
  drafts: readonly StoredItem[],
  last: { id: number; position: number },
  room: number,
) {
  const added: StoredItem[] = [];
  const skipped: { index: number; reason: SkipReason }[] = [];
  const known = new Set(alike.map(keyOf));
  for (const [index, draft] of drafts.entries()) {
    if (known.has(keyOf(draft))) skipped.push({ index, reason: 'already_in_dataset' });
    else if (added.length >= room) skipped.push({ index, reason: 'dataset_full' });
    else {
      known.add(keyOf(draft));
      const at = added.length + 1;
      added.push({ ...draft, id: last.id + at, position: last.position + at });
    }
  }
  return { added, skipped };
}
