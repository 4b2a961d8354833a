// POST /v1/scores/aggregate
import { Type, type Static } from 'typebox';
import { tidy } from '#lib/tidy';
import { closed, Nullable, OneOf, Timestamp } from '#lib/schema';
import { MINUTE_MS } from '#lib/clock';
import type { Context } from '#core/context';
import { criteriaOf } from '#services/criteria';
import { Every, MAX_SCORE_NAME, offsetOf, windowOf } from '#services/record-access';
import { stepMs, stepName, TIME_AXES, type TimeAxis } from '#records';
import { DATA_TYPES, SOURCES } from './schemas.ts';
import { selectScoreGroups, type ScoreSums } from './view/sums-store.ts';

const MAX_NAMES = 100;
const MAX_VALUES = 50;

export const ScoreAggregateQuery = closed(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_SCORE_NAME, description: 'Exact' })),
    source: Type.Optional(OneOf(SOURCES)),
    dataType: Type.Optional(OneOf(DATA_TYPES)),
    startTime: Type.Optional(Timestamp),
    endTime: Type.Optional(Timestamp),
    groupBy: Type.Optional(OneOf(TIME_AXES, 'Adds a series by the time of the scores')),
    tzOffsetMinutes: Type.Optional(
      Type.Integer({
        minimum: -840,
        maximum: 840,
        description: 'Minutes east of UTC, for the start of days; only with groupBy "day"',
      }),
    ),
    every: Type.Optional(Every),
  },
  {
    title: 'ScoreAggregateQuery',
    description:
      'Default window: the last 24 hours by hour, 60 minutes by minute, else 30 days. Maximum: 366 days by day, 168 hours by hour, 60 minutes by minute, times `every`.',
  },
);
export type ScoreAggregateQuery = Static<typeof ScoreAggregateQuery>;

const Figure = (description: string) => Nullable(Type.Number({ description }));
const FIGURES = {
  count: Type.Integer({ minimum: 0 }),
  mean: Figure('The share of true for boolean scores; null for categories and texts'),
  min: Figure('Null for categories and texts'),
  max: Figure('Null for categories and texts'),
  values: Type.Array(
    Type.Object(
      { value: Type.String(), count: Type.Integer({ minimum: 1 }) },
      { additionalProperties: false },
    ),
    { description: `For categories and booleans: the ${MAX_VALUES} most frequent values` },
  ),
};

export const ScoreAggregate = Type.Object(
  {
    scores: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          dataType: OneOf(DATA_TYPES),
          ...FIGURES,
          series: Type.Array(
            Type.Object({ key: Type.String(), ...FIGURES }, { additionalProperties: false }),
            { description: 'With groupBy: by time, without steps that have no scores' },
          ),
        },
        { additionalProperties: false },
      ),
      { maxItems: MAX_NAMES, description: 'By name and data type, the most frequent first' },
    ),
  },
  { title: 'ScoreAggregate', additionalProperties: false },
);
export type ScoreAggregate = Static<typeof ScoreAggregate>;

export async function aggregateScores(ctx: Context, body: ScoreAggregateQuery): Promise<ScoreAggregate> {
  const { name, source, dataType, groupBy: axis = null, every } = body;
  const shiftMs = offsetOf(body.tzOffsetMinutes, axis) * MINUTE_MS;
  const { startMs, endMs } = windowOf(body, axis, ctx.clock.now());
  const criteria = await criteriaOf(ctx.db, ctx.account.id);
  const groups = await selectScoreGroups(
    ctx,
    { name, source, dataType, fromMs: startMs, toMs: endMs },
    criteria,
    axis && { stepMs: stepMs(axis, every), shiftMs },
  );
  const scores = [...Map.groupBy(groups, (group) => JSON.stringify([group.name, group.dataType])).values()]
    .map((sums) =>
      Object.assign(figuresOf(sums), {
        name: sums[0]?.name ?? '',
        dataType: sums[0]?.dataType ?? ('numeric' as const),
        series: axis ? seriesOf(axis, sums, every) : [],
      }),
    )
    .toSorted((left, right) => right.count - left.count || (left.name < right.name ? -1 : 1))
    .slice(0, MAX_NAMES);
  return { scores };
}

const seriesOf = (axis: TimeAxis, sums: readonly ScoreSums[], every?: number) =>
  [...Map.groupBy(sums, ({ step }) => step)]
    .toSorted(([left], [right]) => left - right)
    .map(([step, some]) => Object.assign(figuresOf(some), { key: stepName(axis, step, every) }));

function figuresOf(sums: readonly ScoreSums[]) {
  let [count, sum] = [0, 0];
  let [min, max]: [number | null, number | null] = [null, null];
  const values = new Map<string, number>();
  for (const one of sums) {
    count += one.count;
    sum += one.sum ?? 0;
    if (one.min !== null) min = Math.min(min ?? one.min, one.min);
    if (one.max !== null) max = Math.max(max ?? one.max, one.max);
    if (one.value !== null) values.set(one.value, (values.get(one.value) ?? 0) + one.count);
  }
  return {
    count,
    mean: min === null ? null : tidy(sum / count),
    min,
    max,
    values: [...values]
      .toSorted(([left, many], [right, more]) => more - many || (left < right ? -1 : 1))
      .slice(0, MAX_VALUES)
      .map(([value, times]) => ({ value, count: times })),
  };
}
