// POST /v1/eval-datasets/{id}/items/from-filter: turns the newest calls that match a filter into items.
import { MINUTE_MS } from '#lib/clock';
import { chunks } from '#lib/chunks';
import type { Context } from '#core/context';
import { selectAggregate } from '#records';
import { callPages, filterOf, scopeOf, withContent, withPrompts } from '#services/record-access';
import { selectSources, storeCalls, type FoundCallTexts } from './add-calls.ts';
import { requireThawed, skipMessage } from './change-items.ts';
import { itemTextsOf } from './item-from-call.ts';
import { requireDataset } from './items/read-items.ts';
import type { FromFilter, FromFilterResult } from './schemas.ts';

const DEFAULT_LIMIT = 100;
/** Contents of so many calls are in memory at once. */
const OPEN_AT_ONCE = 50;

export async function addFilteredCalls(
  ctx: Context,
  id: number,
  { filter, limit = DEFAULT_LIMIT, as = 'text' }: FromFilter,
): Promise<FromFilterResult> {
  const row = await requireDataset(ctx, id);
  requireThawed(row);
  const wanted = await withPrompts(ctx, filterOf(filter));
  const found: FoundCallTexts[] = [];
  let room = ctx.account.datasetItems - row.item_count;
  for await (const calls of callPages(ctx.records, scopeOf(ctx), wanted, limit)) {
    const taken = await selectSources(
      ctx.db,
      id,
      calls.map(({ call }) => call.id),
    );
    for (const some of chunks(calls, OPEN_AT_ONCE)) {
      const open = some.filter(({ call }) => room > 0 && !taken.has(call.id));
      const opened = await withContent(
        ctx,
        open.map(({ call: record, hasContent }) => ({ record, hasContent })),
      );
      const texts = new Map(
        opened.map((call, at) => [
          call.id,
          itemTextsOf(call, open[at]?.hasContent === true, ctx.account.itemCharacters, as),
        ]),
      );
      for (const { call } of some) {
        const read = texts.get(call.id) ?? (taken.has(call.id) ? 'already_in_dataset' : 'dataset_full');
        if (typeof read !== 'string') room -= 1;
        found.push({ callId: call.id, texts: read });
      }
    }
  }
  return storeCalls(ctx, id, found, async (_db, _keys, after, plan) => ({
    version: after.version,
    itemCount: after.item_count,
    read: found.length,
    added: plan.added.length,
    truncated: plan.truncated.length,
    skipped: [...Map.groupBy(plan.skipped, ({ reason }) => reason)].map(([reason, { length: count }]) => ({
      reason,
      count,
      message: skipMessage(reason, ctx.account),
    })),
  }));
}

export async function countFilteredCalls(
  ctx: Context,
  id: number,
  { filter }: FromFilter,
): Promise<{ matched: number; room: number }> {
  const row = await requireDataset(ctx, id);
  const room = Math.max(0, ctx.account.datasetItems - row.item_count);
  const wanted = await withPrompts(ctx, filterOf(filter));
  const scope = scopeOf(ctx);
  // Retention excludes its start, a window includes it.
  const startMs = Math.max(wanted.startMs ?? 0, Math.floor(scope.sinceMs) + 1);
  const endMs = wanted.endMs ?? ctx.clock.now() + MINUTE_MS;
  if (startMs >= endMs) return { matched: 0, room };
  const question = { axis: 'provider', metric: 'count', limit: 1 } as const;
  const { total } = await ctx.records.ask(scope, selectAggregate({ ...wanted, startMs, endMs }, question));
  return { matched: total.count, room };
}
