import type { Context } from '#core/context';
import type { PercentilesReply, PercentilesQuery } from './schemas/numbers.ts';
import { selectPercentileSeries, selectPercentiles } from '#records';
import { offsetOf, scopeOf, windowOf } from '#services/record-access';
import { callFilter } from './call-filter.ts';

export async function percentiles(ctx: Context, body: PercentilesQuery): Promise<PercentilesReply> {
  const { metric = 'latency', groupBy: axis = null, every } = body;
  const offsetMinutes = offsetOf(body.tzOffsetMinutes, axis);
  const scope = scopeOf(ctx);
  const window = windowOf(body, axis, ctx.clock.now());
  const filter = { ...(await callFilter(ctx, body, window)), ...window };
  if (axis === null)
    return { metric, ...(await ctx.records.ask(scope, selectPercentiles(filter, { metric, axis }))) };
  return {
    metric,
    byDay: await ctx.records.ask(
      scope,
      selectPercentileSeries(filter, {
        metric,
        axis,
        offsetMinutes,
        ...(every === undefined ? {} : { every }),
      }),
    ),
  };
}
