import { invalid } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import { tidy } from '#lib/tidy';
import type { Context } from '#core/context';
import {
  type AggregateAnswer,
  type AggregateQuestion,
  selectAggregate,
  selectAggregateSeries,
  TIME_AXES,
} from '#records';
import type { Aggregate, AggregateQuery } from './schemas/numbers.ts';
import { offsetOf, scopeOf, windowOf } from '#services/record-access';
import { checkSubject, subjectFilter } from './call-filter.ts';

/** The maximum number of separate series. A chart with more is hard to read. */
const MOST_SERIES = 8;

export async function aggregate(ctx: Context, body: AggregateQuery): Promise<Aggregate> {
  const { of = 'calls', groupBy, metric, tagKey, every, splitBy } = body;
  checkSubject(of, { metric, groupBy, ...(splitBy === undefined ? {} : { splitBy }) });
  if ((groupBy === 'tag' || splitBy === 'tag') && tagKey === undefined) {
    throw invalid('tagKey', 'tagKey must name the tag to group by.', 'tag_key_required');
  }
  const offsetMinutes = offsetOf(body.tzOffsetMinutes, groupBy);
  const axis = TIME_AXES.find((time) => time === groupBy) ?? null;
  if (splitBy !== undefined && axis === null) {
    throw invalid('splitBy', 'splitBy requires groupBy "day", "hour" or "minute".');
  }
  const window = windowOf(body, axis, ctx.clock.now());
  const filter = await subjectFilter(ctx, body, window, [groupBy, splitBy]);
  const question = {
    ...(of === 'calls' ? {} : { of }),
    axis: groupBy,
    metric,
    offsetMinutes,
    ...(tagKey === undefined ? {} : { tagKey }),
    ...(every === undefined ? {} : { every }),
  } satisfies AggregateQuestion;
  const scope = scopeOf(ctx);
  if (splitBy === undefined || axis === null)
    return shown(await ctx.records.ask(scope, selectAggregate(filter, question)));
  const { series, ...whole } = await ctx.records.ask(
    scope,
    selectAggregateSeries(filter, { ...question, axis, splitBy, most: MOST_SERIES }),
  );
  return { ...shown(whole), series: series.map((one) => Object.assign(shown(one), { key: one.key })) };
}

const shown = ({ groups, total }: AggregateAnswer): Aggregate => ({
  groups: groups.map(({ lastSeenMs, value, ...group }) =>
    Object.assign(group, { value: tidied(value), lastSeen: isoTime(lastSeenMs) }),
  ),
  total: { ...total, value: tidied(total.value) },
});

const tidied = (value: number | null): number | null => (value === null ? null : tidy(value));
