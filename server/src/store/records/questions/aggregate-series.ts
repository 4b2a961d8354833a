// One number per step of time, and the same divided by a second axis: cost by day and model. The largest
// values get their own series; all others share one, so that the series add up to the whole, unless a row has several
// values: then it is in the series of each.
import { aboutSubject } from './about.ts';
import {
  EVERY_PLACE,
  tellsEveryPlace,
  type AggregateFilter,
  type AggregateQuestion,
} from './aggregate-parts.ts';
import { aggregatePartsSql, readsParts, selectAggregate } from './aggregate.ts';
import type { SPLIT_AXES } from './axes.ts';
import { sumGroups, type AggregateAnswer, type PartRow } from './merge-groups.ts';
import { METRIC_SQL } from './metrics.ts';
import { question } from './question.ts';
import type { TimeAxis } from './time-axis.ts';

interface SeriesQuestion extends AggregateQuestion {
  axis: TimeAxis;
  splitBy: (typeof SPLIT_AXES)[number];
  /** Number of values that get their own series. */
  most: number;
}

interface Series extends AggregateAnswer {
  /** Null stands for all others, including those without a value. */
  key: string | null;
}

/** `groups` and `total` cover everything. */
export const selectAggregateSeries = question({
  name: 'selectAggregateSeries',
  heavy: true,
  about: (filter: AggregateFilter, { of }: AggregateQuestion) => aboutSubject(filter, of),
  readsUnloaded: readsParts,
  run: async (
    engine,
    scope,
    filter: AggregateFilter,
    { splitBy, most, ...wanted }: SeriesQuestion,
  ): Promise<AggregateAnswer & { series: Series[] }> => {
    const { of = 'calls', tagKey } = wanted;
    const shared = { of, ...(tagKey === undefined ? {} : { tagKey }) };
    // A mean does not show which values matter: one slow call would win. The values with the most calls are
    // shown instead.
    const metric = METRIC_SQL[wanted.metric].per ? 'count' : wanted.metric;
    const top = await selectAggregate(filter, { axis: splitBy, metric, limit: most, ...shared }).run(
      engine,
      scope,
    );
    const places = top.groups.map(({ key }) => key);
    const divided = {
      ...wanted,
      split: { axis: splitBy, places, ...(tagKey === undefined ? {} : { tagKey }) },
    };
    const parts = aggregatePartsSql(scope, filter, divided, engine);
    const rows = await engine.query<PartRow>(parts.sql, parts.params);
    const byPlace = Map.groupBy(rows, ({ place = 0 }) => place);
    const seriesAt = (key: string | null, place: number): Series =>
      Object.assign(sumGroups(byPlace.get(place) ?? [], wanted), { key });
    const series = [...places.map((key, at) => seriesAt(key, at + 1)), seriesAt(null, 0)];
    const whole = tellsEveryPlace(divided) ? (byPlace.get(EVERY_PLACE) ?? []) : rows;
    return {
      ...sumGroups(whole, wanted),
      series: series.filter(({ groups }) => groups.length > 0),
    };
  },
});
