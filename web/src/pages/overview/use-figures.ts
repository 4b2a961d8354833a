// What the page asks: each figure over time with its total, and its total in the period before.
import { useMemo } from 'react';
import { useAsk } from '#api';
import type { CallFilter } from '#lib/call-filter';
import { offsetAt, stepsOf, type Axis, type Step, type TimeWindow } from '#lib/time-window';

export type Metric = 'count' | 'cost' | 'tokens' | 'error_rate' | 'cache_savings';

export interface Scope {
  window: TimeWindow;
  before: TimeWindow;
  axis: Axis;
  filter: CallFilter;
  steps: readonly Step[];
}

/** Figures are not searched for words. */
export const narrowed = ({ search: _search, ...filter }: CallFilter) => filter;

export function useScope(window: TimeWindow, before: TimeWindow, axis: Axis, filter: CallFilter): Scope {
  return useMemo(
    () => ({
      window,
      before,
      axis,
      filter,
      steps: stepsOf(window, axis, offsetAt(Date.parse(window.endTime))),
    }),
    [window, before, axis, filter],
  );
}

const OPTIONS = { keepPrevious: true, staleTime: 30_000 };

const days = ({ axis, window }: Scope) =>
  axis === 'day' ? { tzOffsetMinutes: offsetAt(Date.parse(window.endTime)) } : {};

/** Answers that are kept from another window do not fit these steps; then there is nothing to show yet. */
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
  const now = useAsk(
    '/v1/query/aggregate',
    { ...scope.window, ...narrowed(scope.filter), groupBy: scope.axis, metric, ...days(scope) },
    OPTIONS,
  );
  const before = useAsk(
    '/v1/query/aggregate',
    { ...scope.before, ...narrowed(scope.filter), groupBy: 'provider', metric },
    OPTIONS,
  );
  const data = useMemo(() => {
    if (!now.data) return null;
    const { groups, total } = now.data;
    if (
      !fits(
        now.isPlaceholderData,
        groups.map(({ key }) => key),
        scope.steps,
      )
    )
      return null;
    const byKey = new Map(groups.map(({ key, value }) => [key, value]));
    const none = metric === 'error_rate' ? null : 0;
    return {
      values: scope.steps.map(({ key }) => byKey.get(key) ?? none),
      total: total.value,
      before: before.data?.total.value ?? null,
    };
  }, [now.data, now.isPlaceholderData, before.data, scope, metric]);
  return { data, error: now.error, refetch: () => void now.refetch() };
}

export interface LatencyFigure {
  p50: readonly (number | null)[];
  p95: readonly (number | null)[];
  p99: readonly (number | null)[];
  total: number | null;
  before: number | null;
}

type Ranks = { p50: number | null; p95: number | null; p99: number | null };

export function useLatency(scope: Scope): Asked<LatencyFigure> {
  const asked = { ...narrowed(scope.filter), metric: 'latency' as const };
  const series = useAsk(
    '/v1/query/percentiles',
    { ...scope.window, ...asked, groupBy: scope.axis, ...days(scope) },
    OPTIONS,
  );
  const total = useAsk('/v1/query/percentiles', { ...scope.window, ...asked }, OPTIONS);
  const before = useAsk('/v1/query/percentiles', { ...scope.before, ...asked }, OPTIONS);
  const data = useMemo(() => {
    if (!series.data || !('byDay' in series.data) || !total.data) return null;
    const { byDay } = series.data;
    if (
      !fits(
        series.isPlaceholderData,
        byDay.map(({ key }) => key),
        scope.steps,
      )
    )
      return null;
    const byKey = new Map<string, Ranks>(byDay.map((ranks) => [ranks.key, ranks]));
    const line = (rank: keyof Ranks) => scope.steps.map(({ key }) => byKey.get(key)?.[rank] ?? null);
    const p95Of = (answer: typeof before.data) => (answer && 'p95' in answer ? answer.p95 : null);
    return {
      p50: line('p50'),
      p95: line('p95'),
      p99: line('p99'),
      total: p95Of(total.data),
      before: p95Of(before.data),
    };
  }, [series.data, series.isPlaceholderData, total.data, before.data, scope]);
  return {
    data,
    error: series.error ?? total.error,
    refetch: () => {
      void series.refetch();
      void total.refetch();
    },
  };
}
