// POST /v1/eval-datasets/{id}/items/from-calls: turns stored calls into test items. Each call is added or
// skipped separately, and the answer reports everything that was skipped or cut.
import { notFound, unknownId } from '#lib/app-error';
import { callDigest } from '#content';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { selectCall, type CallRecord } from '#records';
import { scopeOf, withContent } from '#services/record-access';
import { holdDataset, requireThawed, withItems } from './change-items.ts';
import { itemTextsOf, type CallTexts, type NoTexts } from './item-from-call.ts';
import { MAX_ITEMS, type FromCallsResult, type SkipReason } from './schemas.ts';
import {
  datasetOwnerOf,
  presentDataset,
  selectDatasetRow,
  updateDatasetRow,
  type StoredItem,
} from './store.ts';

const MESSAGES: Readonly<Record<SkipReason, string>> = {
  content_not_stored:
    'The content of this call was not stored. Storing messages keeps it, from the moment it is switched on.',
  content_unreadable: 'The content of this call cannot be decrypted with the master key of this service.',
  no_input: 'The call has no input that could be asked again.',
  already_in_dataset: 'The dataset already has an item made from this call.',
  dataset_full: `A dataset can have at most ${MAX_ITEMS} items.`,
};

interface Found {
  callId: string;
  texts: CallTexts | NoTexts;
}

export async function addCalls(
  ctx: Context,
  id: number,
  callIds: readonly string[],
): Promise<FromCallsResult> {
  const seen = await selectDatasetRow(ctx.db, datasetOwnerOf(ctx), id);
  if (!seen) throw notFound('Dataset');
  requireThawed(seen);
  const found = await readCalls(ctx, callIds);
  const keys = await ctx.contentKeys.load(ctx.account);
  return change(ctx, 'eval_dataset.add_calls', async ({ db }) => {
    const held = await holdDataset(db, keys, datasetOwnerOf(ctx), id);
    requireThawed(held.row);
    const { items, added, truncated, skipped, lastItemId } = extend(held.items, held.row.last_item_id, found);
    const report = { added: added.length, truncated, skipped };
    if (added.length === 0) {
      return { result: { dataset: presentDataset(held.row, items), ...report }, target: null };
    }
    const row = { ...(await withItems(db, held, items, lastItemId)), updated_at: ctx.clock.now() };
    await updateDatasetRow(db, row);
    return {
      result: { dataset: presentDataset(row, items), ...report },
      target: { type: 'eval_dataset', id: String(id) },
      metadata: {
        name: row.name,
        callDigests: added.map((callId) => callDigest(keys, callId)),
        version: row.version,
      },
    };
  });
}

async function readCalls(ctx: Context, callIds: readonly string[]): Promise<Found[]> {
  const calls: { record: CallRecord; hasContent: boolean }[] = [];
  // One after the other: twenty queries at once would take most of the account's queue.
  for (const [at, callId] of callIds.entries()) {
    const read = await ctx.records.ask(scopeOf(ctx), selectCall(callId));
    if (!read) {
      throw unknownId(`callIds.${at}`, 'There is no such call, or it is past its retention.', 'unknown_call');
    }
    calls.push({ record: read.call, hasContent: read.hasContent });
  }
  const opened = await withContent(ctx, calls);
  return opened.map((call, at) => ({
    callId: call.id,
    texts: itemTextsOf(call, calls[at]?.hasContent === true),
  }));
}

function extend(before: readonly StoredItem[], lastItemId: number, found: readonly Found[]) {
  const items = [...before];
  const added: string[] = [];
  const truncated: FromCallsResult['truncated'] = [];
  const skipped: FromCallsResult['skipped'] = [];
  const sources = new Set(before.map(({ sourceCallId }) => sourceCallId));
  for (const { callId, texts } of found) {
    const skip = (reason: SkipReason) => skipped.push({ callId, reason, message: MESSAGES[reason] });
    if (typeof texts === 'string') skip(texts);
    else if (sources.has(callId)) skip('already_in_dataset');
    else if (items.length >= MAX_ITEMS) skip('dataset_full');
    else {
      const { input, output } = texts;
      added.push(callId);
      items.push({
        id: lastItemId + added.length,
        inputText: input.text,
        expectedOutput: output?.text ?? null,
        sourceCallId: callId,
        externalId: null,
        sourceTraceId: null,
        facts: null,
      });
      for (const [field, cut] of [['inputText', input] as const, ['expectedOutput', output] as const]) {
        if (cut && cut.chars > cut.text.length) truncated.push({ callId, field, chars: cut.chars });
      }
    }
  }
  return { items, added, truncated, skipped, lastItemId: lastItemId + added.length };
}
