import type { Context } from '#core/context';
import type { Distribution, DistributionQuery } from './schemas/numbers.ts';
import { filterOf, scopeOf, windowOf, withPrompts } from '#services/record-access';

const DEFAULT_BUCKETS = 30;

export async function distribution(ctx: Context, body: DistributionQuery): Promise<Distribution> {
  const { metric = 'latency', buckets = DEFAULT_BUCKETS, scale = 'linear' } = body;
  const window = windowOf(body, null, ctx.clock.now());
  const filter = { ...(await withPrompts(ctx, filterOf(body))), ...window };
  return ctx.records.distribution(scopeOf(ctx), filter, { metric, buckets, scale });
}
