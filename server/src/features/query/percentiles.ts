import type { Context } from '#core/context';
import type { PercentilesReply, PercentilesQuery } from './schemas/numbers.ts';
import { selectPercentileSeries, selectPercentiles } from '#records';
import { offsetOf, scopeOf, windowOf } from '#services/record-access';
import { checkSubject, subjectFilter } from './call-filter.ts';

export async function percentiles(ctx: Context, body: PercentilesQuery): Promise<PercentilesReply> {
  const { of = 'calls', metric = 'latency', groupBy: axis = null, every } = body;
  checkSubject(of, { metric });
  const offsetMinutes = offsetOf(body.tzOffsetMinutes, axis);
  const scope = scopeOf(ctx);
  const window = windowOf(body, axis, ctx.clock.now());
  const filter = await subjectFilter(ctx, body, window);
  const spread = { ...(of === 'calls' ? {} : { of }), metric };
  if (axis === null)
    return { metric, ...(await ctx.records.ask(scope, selectPercentiles(filter, { ...spread, axis }))) };
  return {
    metric,
    byDay: await ctx.records.ask(
      scope,
      selectPercentileSeries(filter, {
        ...spread,
        axis,
        offsetMinutes,
        ...(every === undefined ? {} : { every }),
      }),
    ),
  };
}
