import type { Context } from '#core/context';
import type { Distribution, DistributionQuery } from './schemas/numbers.ts';
import { selectDistribution, selectDistributionSeries } from '#records';
import { offsetOf, scopeOf, windowOf } from '#services/record-access';
import { checkSubject, subjectFilter } from './call-filter.ts';

const DEFAULT_BUCKETS = 30;

export async function distribution(ctx: Context, body: DistributionQuery): Promise<Distribution> {
  const {
    of = 'calls',
    metric = 'latency',
    buckets = DEFAULT_BUCKETS,
    scale = 'linear',
    groupBy = null,
  } = body;
  const { every } = body;
  checkSubject(of, { metric });
  const offsetMinutes = offsetOf(body.tzOffsetMinutes, groupBy);
  const window = windowOf(body, groupBy, ctx.clock.now());
  const filter = await subjectFilter(ctx, body, window);
  const question = { ...(of === 'calls' ? {} : { of }), metric, buckets, scale };
  return groupBy === null
    ? ctx.records.ask(scopeOf(ctx), selectDistribution(filter, question))
    : ctx.records.ask(
        scopeOf(ctx),
        selectDistributionSeries(filter, question, {
          axis: groupBy,
          offsetMinutes,
          ...(every === undefined ? {} : { every }),
        }),
      );
}
