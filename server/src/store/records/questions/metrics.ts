// The metrics of calls, and how each is computed from the calls and from the rollup by quarter of an hour
// (agg_15m).

export const METRICS = [
  'cost',
  'latency',
  'tokens',
  'count',
  'error_rate',
  'input_tokens',
  'output_tokens',
  'cached_tokens',
  'cache_savings',
  'reasoning_tokens',
  'audio_tokens',
  'ttft',
] as const;
export type Metric = (typeof METRICS)[number];

/** The same number from either table. */
interface FromEither {
  calls: string;
  sums: string;
}

interface MetricSql {
  amount: FromEither;
  /** The divisor. Without it, the amount is the value. */
  per?: FromEither;
  /** The value where the divisor is 0 or there is no call. */
  none: 0 | null;
}

const CALLS: FromEither = { calls: 'count()', sums: 'sum(calls)' };

const sumOf = (column: string): MetricSql => ({
  amount: { calls: `sum(${column})`, sums: `sum(${column})` },
  none: 0,
});

export const METRIC_SQL: Readonly<Record<Metric, MetricSql>> = {
  cost: sumOf('cost_usd'),
  latency: { ...sumOf('latency_ms'), per: CALLS, none: null },
  tokens: sumOf('total_tokens'),
  count: { amount: CALLS, none: 0 },
  error_rate: { amount: { calls: `countIf(error != '')`, sums: 'sum(errors)' }, per: CALLS, none: null },
  input_tokens: sumOf('prompt_tokens'),
  output_tokens: sumOf('completion_tokens'),
  cached_tokens: sumOf('cached_tokens'),
  cache_savings: sumOf('cache_savings_usd'),
  reasoning_tokens: sumOf('reasoning_tokens'),
  audio_tokens: sumOf('audio_tokens'),
  ttft: {
    amount: { calls: 'sumIf(ttft_ms, ttft_ms >= 0)', sums: 'sum(ttft_sum_ms)' },
    per: { calls: 'countIf(ttft_ms >= 0)', sums: 'sum(ttft_calls)' },
    none: null,
  },
};

/** Metrics whose distribution can be asked for. */
export const SPREAD_METRICS = ['latency', 'cost'] as const;
export type SpreadMetric = (typeof SPREAD_METRICS)[number];

export const SPREAD_COLUMN: Readonly<Record<SpreadMetric, string>> = {
  latency: 'latency_ms',
  cost: 'cost_usd',
};
