import type { Context } from '#core/context';
import type { Distribution, DistributionQuery } from './schemas/numbers.ts';
import { selectDistribution } from '#records';
import { filterOf, scopeOf, windowOf, withPrompts } from '#services/record-access';

const DEFAULT_BUCKETS = 30;

export async function distribution(ctx: Context, body: DistributionQuery): Promise<Distribution> {
  const { metric = 'latency', buckets = DEFAULT_BUCKETS, scale = 'linear' } = body;
  const window = windowOf(body, null, ctx.clock.now());
  const filter = { ...(await withPrompts(ctx, filterOf(body))), ...window };
  return ctx.records.ask(scopeOf(ctx), selectDistribution(filter, { metric, buckets, scale }));
}
