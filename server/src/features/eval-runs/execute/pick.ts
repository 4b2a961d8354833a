import type { Context } from '#core/context';
import { keysFor, openItemTexts, runPlace, sealTexts, selectStoredDataset } from '#features/eval-datasets';
import { callPages, filterOf, scopeOf, withPrompts, type StoredFilter } from '#services/record-access';
import { insertItems, selectRunItems, type ItemRow, type RunRow, type StoredItemRow } from '../store.ts';

/**
 * The items of the run with decrypted texts. The newest calls are picked once; a resumed run continues with
 * the same calls.
 */
export async function pickedItems(ctx: Context, run: RunRow): Promise<ItemRow[]> {
  const known = await selectRunItems(ctx.db, run.id);
  if (run.picked === 1 || known.length > 0) return opened(ctx, known);
  const filter =
    run.filter === null ? {} : await withPrompts(ctx, filterOf(JSON.parse(run.filter) as StoredFilter));
  const items: StoredItemRow[] = [];
  for await (const calls of callPages(ctx.records, scopeOf(ctx), filter, run.recent_count ?? 0)) {
    for (const { call } of calls) {
      items.push({
        run_id: run.id,
        position: items.length,
        item_key: (run.item_tag === null ? undefined : call.tags?.[run.item_tag]) ?? call.id,
        call_id: call.id,
        call_timestamp: call.timestampMs,
        trace_id: call.traceId,
        sealed_texts: null,
        source_call_id: null,
      });
    }
  }
  const named = run.item_tag === null ? items : await withDatasetTexts(ctx, items);
  await ctx.metadata.transaction((db) => insertItems(db, run.id, named, trajectoriesOf(named).length));
  return opened(ctx, await selectRunItems(ctx.db, run.id));
}

const DATASET_ITEM = /^([1-9]\d{0,14})\/([1-9]\d{0,14})$/;

/**
 * Calls that answer items of a dataset get a copy of their texts, as in a run of the dataset. A key that
 * names nothing is only a key.
 */
async function withDatasetTexts(ctx: Context, items: readonly StoredItemRow[]): Promise<StoredItemRow[]> {
  const ids = new Set(items.flatMap(({ item_key: key }) => DATASET_ITEM.exec(key)?.[1] ?? []));
  const texts = new Map<
    string,
    { inputText: string; expectedOutput: string | null; sourceCallId: string | null }
  >();
  for (const id of ids) {
    const stored = await selectStoredDataset(ctx, Number(id));
    for (const item of stored?.items ?? []) texts.set(`${id}/${item.id}`, item);
  }
  if (texts.size === 0) return [...items];
  const keys = await ctx.contentKeys.load(ctx.account);
  return items.map((item) => {
    const found = texts.get(item.item_key);
    if (!found) return item;
    const sealed = sealTexts(keys, runPlace(item.run_id, item.position), found);
    return { ...item, sealed_texts: sealed, source_call_id: found.sourceCallId };
  });
}

async function opened(ctx: Context, items: readonly StoredItemRow[]): Promise<ItemRow[]> {
  const keys = await keysFor(ctx, ctx.account, items);
  return items.map((item) => {
    const { run_id, position, sealed_texts: sealed } = item;
    const texts = sealed === null ? null : openItemTexts(keys, runPlace(run_id, position), sealed);
    return { ...item, input: texts?.inputText ?? '', expected_output: texts?.expectedOutput ?? null };
  });
}

/**
 * The units of trajectory criteria: each trace once, at its newest call. A call without a trace is its own
 * unit.
 */
export function trajectoriesOf<Item extends StoredItemRow>(items: readonly Item[]): Item[] {
  const seen = new Set<string>();
  return items.filter(({ trace_id: traceId }) => {
    if (traceId === null) return true;
    if (seen.has(traceId)) return false;
    seen.add(traceId);
    return true;
  });
}
