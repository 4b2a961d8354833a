// What a widget asks and how its metrics behave.
import type { Schemas } from '#api';

export type Widget = Schemas['Widget'];
export type Chart = Widget['chart'];
export type WidgetMetric = Widget['question']['metric'];
export type WidgetGroup = NonNullable<Widget['question']['groupBy']>;
type AggregateMetric = Exclude<WidgetMetric, 'latency_percentiles' | 'cost_percentiles' | 'score'>;

type Unit = 'count' | 'compact' | 'money' | 'duration' | 'share' | 'score';

interface MetricKind {
  unit: Unit;
  /** Whether an increase is good; null if it is neither. */
  moreIsGood: boolean | null;
  /** A mean cannot be stacked, and means of parts are weighted by their calls. */
  isMean: boolean;
}

const sum = (unit: Unit, moreIsGood: boolean | null = null): MetricKind => ({
  unit,
  moreIsGood,
  isMean: false,
});
const mean = (unit: Unit, moreIsGood: boolean): MetricKind => ({ unit, moreIsGood, isMean: true });

export const METRIC_KINDS: Readonly<Record<WidgetMetric, MetricKind>> = {
  count: sum('count'),
  cost: sum('money', false),
  latency: mean('duration', false),
  ttft: mean('duration', false),
  error_rate: mean('share', false),
  tokens: sum('compact'),
  input_tokens: sum('compact'),
  output_tokens: sum('compact'),
  cached_tokens: sum('compact', true),
  reasoning_tokens: sum('compact'),
  audio_tokens: sum('compact'),
  cache_savings: sum('money', true),
  latency_percentiles: mean('duration', false),
  cost_percentiles: mean('money', false),
  score: mean('score', true),
  users: sum('count'),
  sessions: sum('count'),
};

/** How many different ones: those of two parts may be the same, so they are neither stacked nor added. */
export const isDistinct = (metric: WidgetMetric): boolean => metric === 'users' || metric === 'sessions';

type WidgetSubject = NonNullable<Widget['question']['of']>;
const OF_SPANS: ReadonlySet<WidgetMetric> = new Set([
  'count',
  'error_rate',
  'latency',
  'latency_percentiles',
]);

export const metricsOf = (of: WidgetSubject): WidgetMetric[] =>
  METRIC_NAMES.filter((metric) => of === 'calls' || OF_SPANS.has(metric));

export const METRIC_NAMES = Object.keys(METRIC_KINDS) as WidgetMetric[];

export const spreadOf = (metric: WidgetMetric): 'latency' | 'cost' | null =>
  metric === 'latency_percentiles' || metric === 'latency'
    ? 'latency'
    : metric === 'cost_percentiles' || metric === 'cost'
      ? 'cost'
      : null;

const isPercentiles = (metric: WidgetMetric): metric is 'latency_percentiles' | 'cost_percentiles' =>
  metric === 'latency_percentiles' || metric === 'cost_percentiles';

export const isAggregate = (metric: WidgetMetric): metric is AggregateMetric =>
  !isPercentiles(metric) && metric !== 'score';

/** The charts that can show a metric. */
export function chartsOf(metric: WidgetMetric): Chart[] {
  if (!isAggregate(metric)) return ['line', 'number', 'table'];
  const charts: Chart[] =
    METRIC_KINDS[metric].isMean || isDistinct(metric)
      ? ['line', 'number', 'table']
      : ['stackedBar', 'line', 'number', 'table'];
  return metric === 'latency' || metric === 'cost' ? [...charts, 'heatmap'] : charts;
}

const GROUPS = [
  'model',
  'provider',
  'agent',
  'tool',
  'userId',
  'sessionId',
  'promptName',
  'promptVersion',
  'release',
  'environment',
  'tag',
  'error',
  'service',
  'operation',
  'finishReason',
  'gateway',
  'mcpServer',
] as const satisfies readonly WidgetGroup[];
const CALL_GROUPS = ['definedTool'] as const satisfies readonly WidgetGroup[];
const SPAN_GROUPS = ['type', 'name'] as const satisfies readonly WidgetGroup[];

/** The groups that a chart of a metric can have. */
export function groupsOf(metric: WidgetMetric, chart: Chart, of: WidgetSubject = 'calls'): WidgetGroup[] {
  if (!isAggregate(metric) || chart === 'number' || chart === 'heatmap') return [];
  const groups = of === 'spans' ? [...SPAN_GROUPS, ...GROUPS] : [...GROUPS, ...CALL_GROUPS];
  return metric === 'count' && chart !== 'table' ? ['status', ...groups] : [...groups];
}

/** Removes combinations that do not fit together. */
export function fitted({ chart, question, ...widget }: Widget): Widget {
  const { of = 'calls', groupBy, tagKey, scoreName, filter } = question;
  const metric = metricsOf(of).includes(question.metric) ? question.metric : 'count';
  const fit = chartsOf(metric).includes(chart) ? chart : (chartsOf(metric)[0] ?? 'line');
  const groups = groupsOf(metric, fit, of);
  const group = groupBy !== undefined && groups.includes(groupBy) ? groupBy : undefined;
  // A table without groups would have one row.
  const shown = group ?? (fit === 'table' && groups.length > 0 ? 'model' : undefined);
  return {
    ...widget,
    chart: fit,
    question: {
      ...(of === 'calls' ? {} : { of }),
      metric,
      ...(shown === undefined ? {} : { groupBy: shown }),
      ...(shown === 'tag' && tagKey !== undefined ? { tagKey } : {}),
      ...(metric === 'score' && scoreName !== undefined ? { scoreName } : {}),
      ...(filter === undefined || Object.keys(filter).length === 0 ? {} : { filter }),
    },
  };
}
