import type { Context } from '#core/context';
import { scopeOf } from '#services/record-access';
import type { Coverage } from './schemas.ts';
import { countScored, type ReviewWindow } from './store.ts';
import { selectAggregate } from '#records';

/** Counts neither calls of evaluation runs nor calls past retention. */
export async function coverageOf(ctx: Context, { startMs, endMs }: ReviewWindow): Promise<Coverage> {
  const scope = scopeOf(ctx);
  // Retention excludes its start, a window includes it.
  const retained = { startMs: Math.max(startMs, Math.floor(scope.sinceMs) + 1), endMs };
  const [{ total: counted }, scored] = await Promise.all([
    ctx.records.ask(scope, selectAggregate(retained, { axis: 'provider', metric: 'count' })),
    countScored(ctx.db, ctx.account.id, scope.project, retained),
  ]);
  const total = counted.count;
  // A call that turned out to be a duplicate no longer counts but keeps its annotations.
  const reviewed = Math.min(scored, total);
  return {
    total,
    reviewed,
    pending: total - reviewed,
    coveragePct: total === 0 ? 0 : Math.floor((reviewed / total) * 1_000) / 10,
  };
}
