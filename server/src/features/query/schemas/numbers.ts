import { Type, type Static } from 'typebox';
import { closed, Nullable, OneOf, Timestamp } from '#lib/schema';
import { ALL_METRICS, AXES, SCALES, SPLIT_AXES, SPREAD_METRICS, SUBJECTS, TIME_AXES } from '#records';
import { CallsQuery } from './calls.ts';
import { Every, FILTER_FIELDS, RunConditions, SPAN_FIELDS, Unpriced } from '#services/record-access';

const { traceId, sessionId, userId, minLatencyMs, minCostUsd, scores } = CallsQuery.properties;
/** The subject of all aggregates, and the fields of its filter. */
export const NARROWED_BY = {
  of: Type.Optional(
    OneOf(
      SUBJECTS,
      'What is counted and measured: calls by default; spans are calls and observations together, runs are traces. A run or session belongs to the window and the time of its first span, as a whole, and matches if one of its calls does',
    ),
  ),
  ...FILTER_FIELDS,
  where: Type.Optional(RunConditions),
  traceId,
  sessionId,
  userId,
  minLatencyMs,
  minCostUsd,
  scores,
  ...SPAN_FIELDS,
  failingTool: Type.Optional(
    Type.Boolean({ description: 'Only of runs and sessions: whether a tool failed' }),
  ),
  hasError: Type.Optional(Type.Boolean({ description: 'Only of runs and sessions: whether a span failed' })),
};

const TzOffsetMinutes = Type.Integer({
  minimum: -840,
  maximum: 840,
  description: 'Minutes east of UTC, for the start of days; only with groupBy "day"',
});

const Count = Type.Integer({ minimum: 0 });

export const AggregateQuery = closed(
  {
    ...NARROWED_BY,
    groupBy: OneOf(
      AXES,
      'Times are in ascending order, without those that have no calls; all others by descending value, at most 10,000. Of calls, `tool` is each tool that the call asked for; of spans, the tool that ran. `type` and `name`: only of spans. A run is in the group of each tool, agent and model it has',
    ),
    metric: OneOf(
      ALL_METRICS,
      'latency and ttft: the mean; error_rate: errors / calls; both null without calls; users and sessions: how many different ones; all others: the sum. Of spans: count, error_rate and latency. Of runs and sessions also cost, tokens, and calls and tools: the mean of each run',
    ),
    tagKey: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Required with groupBy or splitBy "tag"' }),
    ),
    tzOffsetMinutes: Type.Optional(TzOffsetMinutes),
    every: Type.Optional(Every),
    splitBy: Type.Optional(
      OneOf(
        SPLIT_AXES,
        'Adds `series`: one for each of the 8 values with the highest metric (for a mean: with the most calls). Requires groupBy "day", "hour" or "minute". A call with several tools is in the series of each.',
      ),
    ),
  },
  {
    title: 'AggregateQuery',
    description:
      'Default window: the last 24 hours by hour, 60 minutes by minute, else 30 days. Maximum: 366 days by day, 168 hours by hour, 60 minutes by minute, times `every`.',
  },
);
export type AggregateQuery = Static<typeof AggregateQuery>;

const Value = Nullable(
  Type.Number({ description: 'Null for the mean of latency or ttft if no call has it' }),
);

const Groups = Type.Array(
  Type.Object(
    {
      key: Type.String(),
      value: Value,
      count: Count,
      lastSeen: Timestamp,
      unpriced: Type.Optional(Unpriced),
    },
    { additionalProperties: false },
  ),
);
const Total = Type.Object(
  { value: Value, count: Count, unpriced: Type.Optional(Unpriced) },
  { additionalProperties: false },
);

export const Aggregate = Type.Object(
  {
    groups: Groups,
    total: Total,
    series: Type.Optional(
      Type.Array(
        Type.Object(
          {
            key: Nullable(
              Type.String({ description: 'Null: all other calls, including those without a value' }),
            ),
            groups: Groups,
            total: Total,
          },
          { additionalProperties: false },
        ),
        { description: 'Only with `splitBy`; each call of `groups` is in exactly one series' },
      ),
    ),
  },
  { title: 'Aggregate', additionalProperties: false },
);
export type Aggregate = Static<typeof Aggregate>;

const SpreadMetric = Type.Optional(OneOf(SPREAD_METRICS, 'latency by default'));

export const PercentilesQuery = closed(
  {
    ...NARROWED_BY,
    metric: SpreadMetric,
    groupBy: Type.Optional(OneOf(TIME_AXES)),
    tzOffsetMinutes: Type.Optional(TzOffsetMinutes),
    every: Type.Optional(Every),
  },
  {
    title: 'PercentilesQuery',
    description: 'Windows as for aggregates. Without groupBy: 30 days by default, any length.',
  },
);
export type PercentilesQuery = Static<typeof PercentilesQuery>;

const Rank = Nullable(Type.Number({ description: 'Null if there are no calls' }));
const RANKS = { p50: Rank, p95: Rank, p99: Rank, p999: Rank, max: Rank, count: Count };
const Metric = OneOf(SPREAD_METRICS);

export const PercentilesReply = Type.Union(
  [
    Type.Object({ metric: Metric, ...RANKS }, { additionalProperties: false }),
    Type.Object(
      {
        metric: Metric,
        byDay: Type.Array(Type.Object({ key: Type.String(), ...RANKS }, { additionalProperties: false }), {
          description: 'By day, hour or minute, in ascending order, without those that have no calls',
        }),
      },
      { additionalProperties: false },
    ),
  ],
  {
    title: 'Percentiles',
    description: 'Exact, with linear interpolation between neighbours. With groupBy, a series.',
  },
);
export type PercentilesReply = Static<typeof PercentilesReply>;

export const DistributionQuery = closed(
  {
    ...NARROWED_BY,
    metric: SpreadMetric,
    buckets: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 30 })),
    scale: Type.Optional(OneOf(SCALES, 'linear by default; log puts zeros into the first bucket')),
    groupBy: Type.Optional(OneOf(TIME_AXES)),
    tzOffsetMinutes: Type.Optional(TzOffsetMinutes),
    every: Type.Optional(Every),
  },
  {
    title: 'DistributionQuery',
    description: 'Default window: the last 30 days. With groupBy, windows as for aggregates.',
  },
);
export type DistributionQuery = Static<typeof DistributionQuery>;

const Buckets = Type.Array(
  Type.Object({ from: Type.Number(), to: Type.Number(), count: Count }, { additionalProperties: false }),
  {
    description:
      'From the lowest to the highest value, without gaps. A bucket includes `from` and excludes `to`, except the last one, which includes both. One bucket if all values are equal, none if there are no calls.',
  },
);

export const Distribution = Type.Union(
  [
    Buckets,
    Type.Object(
      {
        buckets: Buckets,
        steps: Type.Array(
          Type.Object(
            { key: Type.String(), counts: Type.Array(Count, { description: 'In the order of the buckets' }) },
            { additionalProperties: false },
          ),
          { description: 'By day, hour or minute, in ascending order, without those that have no calls' },
        ),
      },
      { additionalProperties: false },
    ),
  ],
  { title: 'Distribution', description: 'With groupBy, the counts of each step in the same buckets.' },
);
export type Distribution = Static<typeof Distribution>;
