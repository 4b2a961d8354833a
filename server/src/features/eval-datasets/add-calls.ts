// POST /v1/eval-datasets/{id}/items/from-calls: turns stored calls into test items. Each call is added or
// skipped separately, and the answer reports everything that was skipped or cut.
import { notFound, unknownId } from '#lib/app-error';
import { callDigest } from '#content';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { selectCall, type CallRecord } from '#records';
import { scopeOf, withContent } from '#services/record-access';
import { holdDataset, requireThawed, SKIP_MESSAGES, withItems } from './change-items.ts';
import { itemTextsOf, type CallTexts } from './item-from-call.ts';
import { MAX_ITEMS, type FromCallsResult, type SkipReason } from './schemas.ts';
import {
  datasetOwnerOf,
  presentDataset,
  selectStoredDataset,
  updateDatasetRow,
  type StoredItem,
} from './store.ts';

interface Found {
  callId: string;
  texts: CallTexts | SkipReason;
}

export async function addCalls(
  ctx: Context,
  id: number,
  callIds: readonly string[],
): Promise<FromCallsResult> {
  const seen = await selectStoredDataset(ctx, { id });
  if (!seen) throw notFound('Dataset');
  requireThawed(seen.row);
  const found = await readCalls(ctx, callIds, seen.items);
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

/** Reads calls until enough of them can be items. The remaining calls are not read. */
async function readCalls(
  ctx: Context,
  callIds: readonly string[],
  items: readonly StoredItem[],
): Promise<Found[]> {
  const taken = new Set(items.map(({ sourceCallId }) => sourceCallId));
  const left = callIds.flatMap((callId, at) => (taken.has(callId) ? [] : [{ callId, at }]));
  const read = new Map<string, Found['texts']>();
  for (let room = MAX_ITEMS - items.length; room > 0 && left.length > 0;) {
    for (const [callId, texts] of await readSome(ctx, left.splice(0, room))) {
      read.set(callId, texts);
      if (typeof texts !== 'string') room -= 1;
    }
  }
  return callIds.map((callId) => ({
    callId,
    texts: read.get(callId) ?? (taken.has(callId) ? 'already_in_dataset' : 'dataset_full'),
  }));
}

async function readSome(
  ctx: Context,
  asked: readonly { callId: string; at: number }[],
): Promise<[callId: string, Found['texts']][]> {
  const calls: { record: CallRecord; hasContent: boolean }[] = [];
  // One after the other: twenty queries at once would take most of the account's queue.
  for (const { callId, at } of asked) {
    const read = await ctx.records.ask(scopeOf(ctx), selectCall(callId));
    if (!read) {
      throw unknownId(`callIds.${at}`, 'There is no such call, or it is past its retention.', 'unknown_call');
    }
    calls.push({ record: read.call, hasContent: read.hasContent });
  }
  const opened = await withContent(ctx, calls);
  return opened.map((call, at) => [call.id, itemTextsOf(call, calls[at]?.hasContent === true)]);
}

function extend(before: readonly StoredItem[], lastItemId: number, found: readonly Found[]) {
  const items = [...before];
  const added: string[] = [];
  const truncated: FromCallsResult['truncated'] = [];
  const skipped: FromCallsResult['skipped'] = [];
  const sources = new Set(before.map(({ sourceCallId }) => sourceCallId));
  for (const { callId, texts } of found) {
    const skip = (reason: SkipReason) => skipped.push({ callId, reason, message: SKIP_MESSAGES[reason] });
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
