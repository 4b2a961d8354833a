import { invalid } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import { tidy } from '#lib/tidy';
import type { Context } from '#core/context';
import { TIME_AXES, selectAggregate } from '#records';
import type { Aggregate, AggregateQuery } from './schemas/numbers.ts';
import { filterOf, offsetOf, scopeOf, windowOf, withPrompts } from '#services/record-access';

export async function aggregate(ctx: Context, body: AggregateQuery): Promise<Aggregate> {
  const { groupBy, metric, tagKey } = body;
  if (groupBy === 'tag' && tagKey === undefined) {
    throw invalid('tagKey', 'tagKey must name the tag to group by.', 'tag_key_required');
  }
  const offsetMinutes = offsetOf(body.tzOffsetMinutes, groupBy);
  const timeAxis = TIME_AXES.find((axis) => axis === groupBy) ?? null;
  const window = windowOf(body, timeAxis, ctx.clock.now());
  const filter = { ...(await withPrompts(ctx, filterOf(body))), ...window };
  const { groups, total } = await ctx.records.ask(
    scopeOf(ctx),
    selectAggregate(filter, {
      axis: groupBy,
      metric,
      offsetMinutes,
      ...(tagKey === undefined ? {} : { tagKey }),
    }),
  );
  return {
    groups: groups.map(({ key, value, count, lastSeenMs }) => ({
      key,
      value: shown(value),
      count,
      lastSeen: isoTime(lastSeenMs),
    })),
    total: { ...total, value: shown(total.value) },
  };
}

const shown = (value: number | null): number | null => (value === null ? null : tidy(value));
