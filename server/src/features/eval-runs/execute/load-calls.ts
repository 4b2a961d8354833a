// Loads the calls of a run with decrypted content. The output of a dataset item is generated first.
import type { Context } from '#core/context';
import { loadStoredCalls, type LoadedCall } from '#services/scores';
import type { ItemRow, RunRow } from '../store.ts';
import { generatedCall } from './generated-call.ts';

export const loadCalls = (
  ctx: Context,
  run: RunRow,
  items: readonly ItemRow[],
  signal: AbortSignal,
): Promise<Map<number, LoadedCall>> =>
  run.source === 'dataset' ? generatedCalls(ctx, run, items, signal) : loadStoredCalls(ctx, items);

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
