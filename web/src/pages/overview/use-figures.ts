// The queries of the page: each figure over time, its total, and its total in the previous period.
import { useMemo } from 'react';
import { useAsk, useAskAll } from '#api';
import type { CallFilter } from '#lib/call-filter';
import { stepsOf, stretchesOf, type Axis, type Step, type Stretch, type TimeWindow } from '#lib/time-window';
import { joinAggregates, joinPercentiles, splitDays, type Metric, type Ranks } from './join.ts';

export interface Scope {
  window: TimeWindow;
  before: TimeWindow;
  axis: Axis;
  filter: CallFilter;
  steps: readonly Step[];
  /** For daily steps: one stretch for each UTC offset in the window. */
  stretches: readonly Stretch[];
  /** Days that are in two stretches. */
  split: readonly Step[];
}

/** Aggregates do not support text search. */
export const narrowed = ({ search: _search, ...filter }: CallFilter) => filter;

export function useScope(window: TimeWindow, before: TimeWindow, axis: Axis, filter: CallFilter): Scope {
  return useMemo(() => {
    const steps = stepsOf(window, axis);
    const stretches = axis === 'day' ? stretchesOf(window) : [];
    return { window, before, axis, filter, steps, stretches, split: splitDays(steps, stretches) };
  }, [window, before, axis, filter]);
}

const OPTIONS = { keepPrevious: true, staleTime: 30_000 };

/** The window and grouping, split into as many queries as needed. */
const partsOf = ({ axis, window, stretches }: Scope) =>
  axis === 'day'
    ? stretches.map(({ offsetMinutes, ...part }) => ({
        ...part,
        groupBy: axis,
        tzOffsetMinutes: offsetMinutes,
      }))
    : [{ ...window, groupBy: axis }];

/** Kept answers of another window do not match these steps; show the skeleton then. */
const fits = (stale: boolean, keys: readonly string[], steps: readonly Step[]): boolean =>
  !stale || keys.some((key) => steps.some((step) => step.key === key));

export interface Figure {
  values: readonly (number | null)[];
  total: number | null;
  before: number | null;
}

export interface Asked<T> {
  data: T | null;
  error: unknown;
  refetch: () => void;
}

export function useFigure(scope: Scope, metric: Metric): Asked<Figure> {
  const now = useAskAll(
    '/v1/query/aggregate',
    partsOf(scope).map((part) => Object.assign(part, narrowed(scope.filter), { metric })),
    OPTIONS,
  );
  const before = useAsk(
    '/v1/query/aggregate',
    { ...scope.before, ...narrowed(scope.filter), groupBy: 'provider', metric },
    OPTIONS,
  );
  const data = useMemo(() => {
    if (!now.data) return null;
    const { byKey, total } = joinAggregates(metric, now.data);
    if (!fits(now.isPlaceholderData, [...byKey.keys()], scope.steps)) return null;
    const none = metric === 'error_rate' ? null : 0;
    return {
      values: scope.steps.map(({ key }) => byKey.get(key) ?? none),
      total,
      before: before.data?.total.value ?? null,
    };
  }, [now.data, now.isPlaceholderData, before.data, scope, metric]);
  return { data, error: now.error, refetch: now.refetch };
}

export interface LatencyFigure {
  p50: readonly (number | null)[];
  p95: readonly (number | null)[];
  p99: readonly (number | null)[];
  total: number | null;
  before: number | null;
}

export function useLatency(scope: Scope): Asked<LatencyFigure> {
  const asked = { ...narrowed(scope.filter), metric: 'latency' as const };
  const series = useAskAll(
    '/v1/query/percentiles',
    partsOf(scope).map((part) => Object.assign(part, asked)),
    OPTIONS,
  );
  const whole = useAskAll(
    '/v1/query/percentiles',
    scope.split.map(({ startTime, endTime }) => ({ startTime, endTime, ...asked })),
    OPTIONS,
  );
  const total = useAsk('/v1/query/percentiles', { ...scope.window, ...asked }, OPTIONS);
  const before = useAsk('/v1/query/percentiles', { ...scope.before, ...asked }, OPTIONS);
  const data = useMemo(() => {
    if (!series.data || !whole.data || !total.data) return null;
    const answers = whole.data;
    const byKey = joinPercentiles(
      series.data,
      new Map(scope.split.flatMap(({ key }, at) => (answers[at] ? [[key, answers[at]]] : []))),
    );
    if (!fits(series.isPlaceholderData, [...byKey.keys()], scope.steps)) return null;
    const line = (rank: keyof Ranks) => scope.steps.map(({ key }) => byKey.get(key)?.[rank] ?? null);
    const p95Of = (answer: typeof before.data) => (answer && 'p95' in answer ? answer.p95 : null);
    return {
      p50: line('p50'),
      p95: line('p95'),
      p99: line('p99'),
      total: p95Of(total.data),
      before: p95Of(before.data),
    };
  }, [series.data, series.isPlaceholderData, whole.data, total.data, before.data, scope]);
  return {
    data,
    error: series.error ?? whole.error ?? total.error,
    refetch: () => {
      series.refetch();
      whole.refetch();
      void total.refetch();
    },
  };
}
