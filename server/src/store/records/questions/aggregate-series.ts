// One number per step of time, and the same divided by a second axis: cost by day and model. The largest
// values get their own series; all other calls share one, so that the series add up to the whole.
import { aboutFilter } from './about.ts';
import {
  aggregatePartsSql,
  selectAggregate,
  sumGroups,
  type AggregateAnswer,
  type AggregateQuestion,
  type PartRow,
} from './aggregate.ts';
import { METRIC_SQL } from './metrics.ts';
import { question } from './question.ts';
import type { WindowedFilter } from './rollup-window.ts';
import type { TimeAxis } from './time-axis.ts';

export const SPLIT_AXES = ['model', 'provider', 'tag', 'error'] as const;

interface SeriesQuestion extends AggregateQuestion {
  axis: TimeAxis;
  splitBy: (typeof SPLIT_AXES)[number];
  /** Number of values that get their own series. */
  most: number;
}

interface Series extends AggregateAnswer {
  /** Null stands for all other calls, including those without a value. */
  key: string | null;
}

/** `groups` and `total` cover all calls. */
export const selectAggregateSeries = question({
  name: 'selectAggregateSeries',
  heavy: true,
  about: aboutFilter,
  readsUnloaded: 'calls',
  run: async (
    engine,
    scope,
    filter: WindowedFilter,
    { splitBy, most, ...wanted }: SeriesQuestion,
  ): Promise<AggregateAnswer & { series: Series[] }> => {
    const tag = wanted.tagKey === undefined ? {} : { tagKey: wanted.tagKey };
    // A mean does not show which values matter: one slow call would win. The values with the most calls are
    // shown instead.
    const metric = METRIC_SQL[wanted.metric].per ? 'count' : wanted.metric;
    const top = await selectAggregate(filter, { axis: splitBy, metric, limit: most, ...tag }).run(
      engine,
      scope,
    );
    const places = top.groups.map(({ key }) => key);
    const parts = aggregatePartsSql(
      scope,
      filter,
      { ...wanted, split: { axis: splitBy, places, ...tag } },
      engine.unloaded,
    );
    const rows = await engine.query<PartRow>(parts.sql, parts.params);
    const byPlace = Map.groupBy(rows, ({ place = 0 }) => place);
    const seriesAt = (key: string | null, place: number): Series =>
      Object.assign(sumGroups(byPlace.get(place) ?? [], wanted), { key });
    const series = [...places.map((key, at) => seriesAt(key, at + 1)), seriesAt(null, 0)];
    return {
      ...sumGroups(rows, wanted),
      series: series.filter(({ groups }) => groups.length > 0),
    };
  },
});
