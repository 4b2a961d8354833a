// POST /v1/eval-datasets/{id}/items/from-calls: turns stored calls into test items. Each call is added or
// skipped separately, and the answer reports everything that was skipped or cut.
import { chunks } from '#lib/chunks';
import { notFound, unknownId } from '#lib/app-error';
import { callDigest, type AccountKeys } from '#content';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { selectCall, type CallRecord } from '#records';
import type { EvalDatasetsTable, Reader, Writer } from '#metadata';
import { scopeOf, withContent } from '#services/record-access';
import { holdDataset, requireThawed, skipMessage } from './change-items.ts';
import { itemTextsOf, type CallForm, type CallTexts } from './item-from-call.ts';
import { plainItem, textOfValue, type StoredItem } from './items/item.ts';
import { selectLastPosition } from './items/store.ts';
import { itemWriter, writeItems } from './items/versions.ts';
import type { FromCallsResult, SkipReason } from './schemas.ts';
import { datasetOwnerOf, selectDatasetRow, showDataset, updateDatasetRow } from './store.ts';

/** Digests in the entry of the audit log. */
const NAMED_CALLS = 200;

export interface FoundCallTexts {
  callId: string;
  texts: CallTexts | SkipReason;
}

export async function addCalls(
  ctx: Context,
  id: number,
  callIds: readonly string[],
  form: CallForm = 'text',
): Promise<FromCallsResult> {
  const seen = await selectDatasetRow(ctx.db, datasetOwnerOf(ctx), id);
  if (!seen) throw notFound('Dataset');
  requireThawed(seen);
  const taken = await selectSources(ctx.db, id, callIds);
  const room = ctx.account.datasetItems - seen.item_count;
  const found = await readCalls(ctx, callIds, { taken, room, form });
  return storeCalls(ctx, id, found, async (db, keys, after, plan) => ({
    dataset: await showDataset(db, keys, after),
    added: plan.added.length,
    truncated: plan.truncated,
    skipped: plan.skipped.map((each) => ({ ...each, message: skipMessage(each.reason, ctx.account) })),
  }));
}

/** Stores what was read of calls. */
export async function storeCalls<T>(
  ctx: Context,
  id: number,
  found: readonly FoundCallTexts[],
  answer: (db: Writer, keys: AccountKeys, after: EvalDatasetsTable, plan: CallPlan) => Promise<T>,
): Promise<T> {
  const keys = await ctx.contentKeys.load(ctx.account);
  return change(ctx, 'eval_dataset.add_calls', async ({ db }) => {
    const row = await holdDataset(db, datasetOwnerOf(ctx), id);
    requireThawed(row);
    const callIds = found.map(({ callId }) => callId);
    const plan = extend(found, {
      sources: await selectSources(db, id, callIds),
      room: ctx.account.datasetItems - row.item_count,
      lastId: row.last_item_id,
      lastPosition: await selectLastPosition(db, id),
      now: ctx.clock.now(),
    });
    const changes = { added: plan.added, changed: [], removed: [] };
    const after = await writeItems(db, row, changes, itemWriter(ctx, keys));
    const result = await answer(db, keys, after, plan);
    if (plan.added.length === 0) return { result, target: null };
    await updateDatasetRow(db, after);
    return {
      result,
      target: { type: 'eval_dataset', id: String(id) },
      metadata: {
        name: after.name,
        callDigests: plan.added
          .slice(0, NAMED_CALLS)
          .map(({ sourceCallId }) => callDigest(keys, sourceCallId ?? '')),
        version: after.version,
      },
    };
  });
}

/** The calls among these that the dataset has items of. */
export async function selectSources(
  db: Reader,
  datasetId: number,
  callIds: readonly string[],
): Promise<Set<string>> {
  const taken = new Set<string>();
  for (const ids of chunks(callIds)) {
    const rows = await db
      .selectFrom('eval_dataset_items')
      .select('source_call_id')
      .where('dataset_id', '=', datasetId)
      .where('source_call_id', 'in', ids)
      .execute();
    for (const { source_call_id: callId } of rows) if (callId !== null) taken.add(callId);
  }
  return taken;
}

/** Reads calls until enough of them can be items. The remaining calls are not read. */
async function readCalls(
  ctx: Context,
  callIds: readonly string[],
  { taken, room: free, form }: { taken: ReadonlySet<string>; room: number; form: CallForm },
): Promise<FoundCallTexts[]> {
  const left = callIds.flatMap((callId, at) => (taken.has(callId) ? [] : [{ callId, at }]));
  const read = new Map<string, FoundCallTexts['texts']>();
  for (let room = free; room > 0 && left.length > 0;) {
    for (const [callId, texts] of await readSome(ctx, left.splice(0, room), form)) {
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
  form: CallForm,
): Promise<[callId: string, FoundCallTexts['texts']][]> {
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
  return opened.map((call, at) => [
    call.id,
    itemTextsOf(call, calls[at]?.hasContent === true, ctx.account.itemCharacters, form),
  ]);
}

interface Place {
  sources: ReadonlySet<string>;
  room: number;
  lastId: number;
  lastPosition: number;
  now: number;
}

interface CallPlan {
  added: StoredItem[];
  truncated: FromCallsResult['truncated'];
  skipped: { callId: string; reason: SkipReason }[];
}

function extend(found: readonly FoundCallTexts[], place: Place): CallPlan {
  const { sources, room, lastId, lastPosition } = place;
  const { added, truncated, skipped }: CallPlan = { added: [], truncated: [], skipped: [] };
  for (const { callId, texts } of found) {
    if (typeof texts === 'string') skipped.push({ callId, reason: texts });
    else if (sources.has(callId)) skipped.push({ callId, reason: 'already_in_dataset' });
    else if (added.length >= room) skipped.push({ callId, reason: 'dataset_full' });
    else {
      const at = added.length + 1;
      added.push(itemOf(callId, texts, lastId + at, lastPosition + at, place.now));
      const { messages, conversationChars, input, output } = texts;
      if (conversationChars !== null)
        truncated.push({ callId, field: 'inputText', chars: conversationChars });
      const cuts = [['inputText', messages ? null : input] as const, ['expectedOutput', output] as const];
      for (const [field, cut] of cuts) {
        if (cut && cut.chars > cut.text.length) truncated.push({ callId, field, chars: cut.chars });
      }
    }
  }
  return { added, truncated, skipped };
}

function itemOf(
  callId: string,
  { messages, input, output }: CallTexts,
  id: number,
  position: number,
  now: number,
): StoredItem {
  const texts = { expectedOutput: output?.text ?? null, sourceCallId: callId };
  if (!messages) return plainItem(id, position, { inputText: input.text, ...texts });
  const { text, isJson } = textOfValue(messages);
  return {
    ...plainItem(id, position, { inputText: text, ...texts }),
    facts: {
      inputIsJson: isJson,
      expectedIsJson: false,
      metadata: null,
      archived: false,
      sourceSpanId: null,
      createdAt: now,
      updatedAt: now,
    },
  };
}
