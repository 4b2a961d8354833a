// The metrics, and how each is computed from the rows of a subject (sources.ts) and from the rollup of calls by
// quarter of an hour (agg_15m).
import { isOfRuns, type Subject } from './subjects.ts';

/** Of calls. */
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
  'users',
  'sessions',
] as const;

/** How many calls and tools a run or a session has. */
const PER_RUN = ['calls', 'tools'] as const;

export const ALL_METRICS = [...METRICS, ...PER_RUN] as const;
export type Metric = (typeof ALL_METRICS)[number];

const OF_SPANS = ['count', 'error_rate', 'latency'] as const;
const OF_RUNS = [...OF_SPANS, 'cost', 'tokens', ...PER_RUN] as const;

export const METRICS_OF: Readonly<Record<Subject, readonly Metric[]>> = {
  calls: METRICS,
  spans: OF_SPANS,
  runs: OF_RUNS,
  sessions: OF_RUNS,
};

/** The same number from either table. */
interface FromEither {
  rows: string;
  sums: string;
}

interface MetricSql {
  amount: FromEither;
  /** The divisor. Without it, the amount is the value. */
  per?: FromEither;
  /** The value where the divisor is 0 or there is no row. */
  none: 0 | null;
  /** The number of different values: that of the whole is not the sum of its parts. */
  isDistinct?: true;
}

const COUNT: FromEither = { rows: 'count()', sums: 'sum(calls)' };

const sumOf = (column: string): MetricSql => ({
  amount: { rows: `sum(${column})`, sums: `sum(${column})` },
  none: 0,
});

const meanOf = (column: string): MetricSql => ({ ...sumOf(column), per: COUNT, none: null });

/** The rollup has no users and no sessions (aggregate-parts.ts). */
const distinct = (column: string): MetricSql => ({
  amount: { rows: `uniqExactIf(${column}, ${column} != '')`, sums: '0' },
  none: 0,
  isDistinct: true,
});

export const METRIC_SQL: Readonly<Record<Metric, MetricSql>> = {
  cost: sumOf('cost_usd'),
  latency: meanOf('latency_ms'),
  tokens: sumOf('total_tokens'),
  count: { amount: COUNT, none: 0 },
  error_rate: { amount: { rows: `countIf(error != '')`, sums: 'sum(errors)' }, per: COUNT, none: null },
  input_tokens: sumOf('prompt_tokens'),
  output_tokens: sumOf('completion_tokens'),
  cached_tokens: sumOf('cached_tokens'),
  cache_savings: sumOf('cache_savings_usd'),
  reasoning_tokens: sumOf('reasoning_tokens'),
  audio_tokens: sumOf('audio_tokens'),
  ttft: {
    amount: { rows: 'sumIf(ttft_ms, ttft_ms >= 0)', sums: 'sum(ttft_sum_ms)' },
    per: { rows: 'countIf(ttft_ms >= 0)', sums: 'sum(ttft_calls)' },
    none: null,
  },
  users: distinct('user_id'),
  sessions: distinct('session_id'),
  calls: meanOf('calls'),
  tools: meanOf('tools'),
};

const RUNS_FAILED = 'countIf(failed)';

/** How an amount is computed from the rows of a subject. A run has failed when its root has, not when a span has. */
export const amountSql = (of: Subject, metric: Metric): string =>
  isOfRuns(of) && metric === 'error_rate' ? RUNS_FAILED : METRIC_SQL[metric].amount.rows;

export const UNPRICED = `price_source = 'none' AND total_tokens > 0`;

/** The calls without a known price in the rows of a subject, and their tokens. */
export const unpricedSql = (of: Subject): readonly [calls: string, tokens: string] =>
  isOfRuns(of)
    ? ['sum(unpriced_calls)', 'sum(unpriced_tokens)']
    : [`countIf(${UNPRICED})`, `sumIf(total_tokens, ${UNPRICED})`];

/** Metrics whose distribution can be asked for. */
export const SPREAD_METRICS = ['latency', 'cost'] as const;
export type SpreadMetric = (typeof SPREAD_METRICS)[number];

export const SPREAD_COLUMN: Readonly<Record<SpreadMetric, string>> = {
  latency: 'latency_ms',
  cost: 'cost_usd',
};
