// Loads the calls of a run with decrypted content. The output of a dataset item is generated first.
import type { Context } from '#core/context';
import { scopeOf, withContent } from '#features/query';
import { say } from '../sentences.ts';
import type { ItemRow, RunRow } from '../store.ts';
import { generatedCall } from './generated-call.ts';
import { missing, type LoadedCall } from './loaded-call.ts';

export const loadCalls = (
  ctx: Context,
  run: RunRow,
  items: readonly ItemRow[],
  signal: AbortSignal,
): Promise<Map<number, LoadedCall>> =>
  run.source === 'dataset' ? generatedCalls(ctx, run, items, signal) : storedCalls(ctx, items);

/** Keyed by position. */
export async function storedCalls(
  ctx: Context,
  items: readonly Pick<ItemRow, 'position' | 'call_id' | 'call_timestamp'>[],
): Promise<Map<number, LoadedCall>> {
  const places = items.map((item) => ({ id: item.call_id, timestampMs: item.call_timestamp }));
  const found = await ctx.records.reviewCalls(scopeOf(ctx), places);
  const opened = await withContent(
    ctx,
    [...found.values()].map(({ call, hasContent }) => ({ record: call, hasContent })),
  );
  const byId = new Map(opened.map((call) => [call.id, call]));
  return new Map(
    items.map((item) => {
      const call = byId.get(item.call_id);
      return [item.position, call ? { call, missing: null } : missing('call_gone', say('call_gone', {}))];
    }),
  );
}

async function generatedCalls(
  ctx: Context,
  run: RunRow,
  items: readonly ItemRow[],
  signal: AbortSignal,
): Promise<Map<number, LoadedCall>> {
  const loaded = await Promise.all(
    items.map(async (item) => [item.position, await generatedCall(ctx, run, item, signal)] as const),
  );
  return new Map(loaded);
}
