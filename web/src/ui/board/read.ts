// Turns the answers of a widget's figures into what its chart draws.
import type { FigureResult, Schemas } from '#api';
import type { WindowStep } from '#lib/time-window';
import { joinAggregates, joinAmounts, joinPercentiles, type Ranks } from './join.ts';
import type { WidgetPlan } from './plan.ts';
import type { Scope } from './scope.ts';
import { isAggregate, METRIC_KINDS, type Widget } from './widget.ts';

export interface FigureAnswer {
  result?: FigureResult | undefined;
  error: unknown;
}

type Aggregate = Schemas['Aggregate'];
type Scores = Schemas['ScoreAggregate'];

export interface DataSeries {
  role: 'all' | 'group' | 'rest' | 'rank' | 'succeeded' | 'failed';
  /** The value of its group; empty for all calls and for the rest. */
  key: string;
  values: (number | null)[];
  /** Set only if a value that is based on few calls says little. */
  counts?: number[];
}

interface Group {
  key: string;
  value: number | null;
  count: number;
}

/** Calls in a sum of costs that have no known price. */
interface Unpriced {
  unpriced?: number;
}

export type WidgetData =
  | ({ kind: 'series'; series: DataSeries[] } & Unpriced)
  | ({ kind: 'number'; value: number | null; before: number | null } & Unpriced)
  | ({ kind: 'groups'; groups: Group[] } & Unpriced)
  | { kind: 'ranks'; ranks: readonly { name: string; value: number | null }[]; count: number }
  | { kind: 'scores'; scores: Scores['scores'] }
  | { kind: 'heat'; buckets: readonly { from: number; to: number }[]; counts: number[][] };

/** The first error among the figures of a widget; null if all were answered. */
export const figureError = (plan: WidgetPlan, answers: ReadonlyMap<string, FigureAnswer>): unknown =>
  idsOf(plan)
    .map((id) => answers.get(id)?.error ?? null)
    .find((error) => error !== null) ?? null;

const idsOf = ({ now, errors, whole, total, before }: WidgetPlan): string[] => [
  ...now,
  ...errors,
  ...whole,
  ...total,
  ...before,
];

/** Null while a figure is missing. */
export function readWidget(
  { chart, question: { metric, groupBy } }: Widget,
  plan: WidgetPlan,
  answers: ReadonlyMap<string, FigureAnswer>,
  { steps, split }: Scope,
): WidgetData | null {
  if (idsOf(plan).some((id) => answers.get(id)?.result === undefined)) return null;
  const resultsOf = <T>(ids: readonly string[]): T[] => ids.map((id) => answers.get(id)?.result as T);

  if (chart === 'heatmap') return heatOf(resultsOf<Schemas['Distribution']>(plan.now)[0], steps);
  if (metric === 'score') {
    if (chart === 'line') return { kind: 'series', series: scoreSeries(resultsOf<Scores>(plan.now), steps) };
    const [now, before] = [resultsOf<Scores>(plan.total)[0], resultsOf<Scores>(plan.before)[0]];
    return chart === 'number'
      ? { kind: 'number', value: meanOf(now), before: meanOf(before) }
      : { kind: 'scores', scores: now?.scores ?? [] };
  }
  if (!isAggregate(metric)) {
    const [total, before] = [
      resultsOf<Schemas['Percentiles']>(plan.total)[0],
      resultsOf<Schemas['Percentiles']>(plan.before)[0],
    ];
    if (chart === 'number') return { kind: 'number', value: p95Of(total), before: p95Of(before) };
    if (chart === 'table') return ranksOf(total);
    const whole = resultsOf<Schemas['Percentiles']>(plan.whole);
    const byKey = joinPercentiles(
      resultsOf(plan.now),
      new Map(split.flatMap(({ key }, at) => (whole[at] ? [[key, whole[at]] as const] : []))),
    );
    return { kind: 'series', series: rankSeries(byKey, steps) };
  }
  const { isMean } = METRIC_KINDS[metric];
  if (chart === 'table') {
    const [answer] = resultsOf<Aggregate>(plan.total);
    return { kind: 'groups', groups: answer?.groups ?? [], ...unpricedOf(answer ? [answer] : []) };
  }
  const now = resultsOf<Aggregate>(plan.now);
  if (chart === 'number')
    return {
      kind: 'number',
      value: joinAmounts(
        isMean,
        now.map(({ total }) => total),
      ).value,
      before: resultsOf<Aggregate>(plan.before)[0]?.total.value ?? null,
      ...unpricedOf(now),
    };
  if (groupBy === 'status')
    return { kind: 'series', series: statusSeries(now, resultsOf(plan.errors), steps) };
  const series = aggregateSeries(isMean, groupBy !== undefined, now, steps);
  return { kind: 'series', series, ...unpricedOf(now) };
}

function unpricedOf(answers: readonly Pick<Aggregate, 'total'>[]): Unpriced {
  const unpriced = answers.reduce((sum, { total }) => sum + (total.unpriced?.calls ?? 0), 0);
  return unpriced > 0 ? { unpriced } : {};
}

function lineOf(
  role: DataSeries['role'],
  key: string,
  isMean: boolean,
  answers: readonly Pick<Aggregate, 'groups' | 'total'>[],
  steps: readonly WindowStep[],
): DataSeries {
  const { byKey } = joinAggregates(isMean, answers);
  const values = steps.map((step) => byKey.get(step.key)?.value ?? (isMean ? null : 0));
  if (!isMean) return { role, key, values };
  return { role, key, values, counts: steps.map((step) => byKey.get(step.key)?.count ?? 0) };
}

function aggregateSeries(
  isMean: boolean,
  isSplit: boolean,
  answers: readonly Aggregate[],
  steps: readonly WindowStep[],
): DataSeries[] {
  if (!isSplit) return [lineOf('all', '', isMean, answers, steps)];
  const byKey = Map.groupBy(
    answers.flatMap(({ series = [] }) => series),
    ({ key }) => key,
  );
  const named = [...byKey].filter((entry): entry is [string, (typeof entry)[1]] => entry[0] !== null);
  const rest = byKey.get(null);
  return [
    ...named.map(([key, parts]) => lineOf('group', key, isMean, parts, steps)),
    ...(rest ? [lineOf('rest', '', isMean, rest, steps)] : []),
  ];
}

function statusSeries(
  counts: readonly Aggregate[],
  rates: readonly Aggregate[],
  steps: readonly WindowStep[],
): DataSeries[] {
  const [count, rate] = [joinAggregates(false, counts).byKey, joinAggregates(true, rates).byKey];
  const failed = steps.map(({ key }) =>
    Math.round((count.get(key)?.value ?? 0) * (rate.get(key)?.value ?? 0)),
  );
  return [
    {
      role: 'succeeded',
      key: '',
      values: steps.map(({ key }, at) => (count.get(key)?.value ?? 0) - (failed[at] ?? 0)),
    },
    { role: 'failed', key: '', values: failed },
  ];
}

const RANKS = ['p50', 'p95', 'p99'] as const;

const rankSeries = (byKey: ReadonlyMap<string, Ranks>, steps: readonly WindowStep[]): DataSeries[] =>
  RANKS.map((rank) => ({
    role: 'rank',
    key: rank,
    values: steps.map(({ key }) => byKey.get(key)?.[rank] ?? null),
    counts: steps.map(({ key }) => byKey.get(key)?.count ?? 0),
  }));

const p95Of = (answer: Schemas['Percentiles'] | undefined): number | null =>
  answer && 'p95' in answer ? answer.p95 : null;

function ranksOf(answer: Schemas['Percentiles'] | undefined): WidgetData {
  if (!answer || !('p50' in answer)) return { kind: 'ranks', ranks: [], count: 0 };
  const { p50, p95, p99, p999, max, count } = answer;
  const ranks = Object.entries({ p50, p95, p99, 'p99.9': p999, max });
  return { kind: 'ranks', ranks: ranks.map(([name, value]) => ({ name, value })), count };
}

/** Numeric and boolean scores have a mean; categories have none. */
const MAX_SCORES = 8;

function scoreSeries(answers: readonly Scores[], steps: readonly WindowStep[]): DataSeries[] {
  const byName = Map.groupBy(
    answers.flatMap(({ scores }) => scores).filter(({ mean }) => mean !== null),
    ({ name }) => name,
  );
  return [...byName].slice(0, MAX_SCORES).map(([name, parts]) => {
    const amounts = parts.flatMap(({ series }) =>
      series.map(({ key, mean, count }) => ({ key, value: mean, count })),
    );
    const byKey = Map.groupBy(amounts, ({ key }) => key);
    const at = steps.map(({ key }) => joinAmounts(true, byKey.get(key) ?? []));
    return {
      role: 'group',
      key: name,
      values: at.map(({ value }) => value),
      counts: at.map(({ count }) => count),
    };
  });
}

function meanOf(answer: Scores | undefined): number | null {
  const known = (answer?.scores ?? []).map(({ mean, count }) => ({ value: mean, count }));
  return joinAmounts(
    true,
    known.filter(({ value }) => value !== null),
  ).value;
}

function heatOf(answer: Schemas['Distribution'] | undefined, steps: readonly WindowStep[]): WidgetData {
  if (!answer || !('steps' in answer)) return { kind: 'heat', buckets: [], counts: [] };
  const byKey = new Map(answer.steps.map(({ key, counts }) => [key, counts]));
  return { kind: 'heat', buckets: answer.buckets, counts: steps.map(({ key }) => byKey.get(key) ?? []) };
}
