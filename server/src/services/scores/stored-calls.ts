// Loads stored calls with decrypted content, to be scored.
import type { Context } from '#core/context';
import type { EvalRunItemsTable } from '#metadata';
import { scopeOf, withContent } from '#services/record-access';
import { missing, type LoadedCall } from './loaded-call.ts';
import { say } from './sentences.ts';
import { selectCallsAt } from '#records';

/** Keyed by position. */
export async function loadStoredCalls(
  ctx: Context,
  items: readonly Pick<EvalRunItemsTable, 'position' | 'call_id' | 'call_timestamp'>[],
): Promise<Map<number, LoadedCall>> {
  const places = items.map((item) => ({ id: item.call_id, timestampMs: item.call_timestamp }));
  const found = await ctx.records.ask(scopeOf(ctx), selectCallsAt(places));
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
