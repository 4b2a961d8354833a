// The overview as a dashboard: what the page draws, and what a copy starts with.
import type { Widget } from '#ui';
import type { overviewTexts } from './texts.ts';

type Titles = (typeof overviewTexts)['en']['widgets'];

const NUMBERS = [
  ['count', 'count'],
  ['cost', 'cost'],
  ['tokens', 'tokens'],
  ['p95', 'latency_percentiles'],
  ['errorRate', 'error_rate'],
  ['cacheSavings', 'cache_savings'],
] as const satisfies readonly (readonly [keyof Titles, Widget['question']['metric']])[];

const CHARTS = [
  ['callsOverTime', 'stackedBar', { metric: 'count', groupBy: 'status' }],
  ['costByModel', 'stackedBar', { metric: 'cost', groupBy: 'model' }],
  ['latency', 'line', { metric: 'latency_percentiles' }],
  ['errorRate', 'line', { metric: 'error_rate' }],
  ['tokensByModel', 'stackedBar', { metric: 'tokens', groupBy: 'model' }],
  ['latencyMap', 'heatmap', { metric: 'latency' }],
  ['users', 'line', { metric: 'users' }],
  ['sessions', 'line', { metric: 'sessions' }],
] as const satisfies readonly (readonly [keyof Titles, Widget['chart'], Widget['question']])[];

const NUMBER_SIZE = { w: 2, h: 2 };
const CHART_SIZE = { w: 6, h: 5 };

export const overviewWidgets = (titles: Titles): Widget[] => [
  ...NUMBERS.map(([name, metric], at): Widget => ({
    id: `number-${name}`,
    title: titles[name],
    chart: 'number',
    question: { metric },
    position: { x: at * NUMBER_SIZE.w, y: 0 },
    size: NUMBER_SIZE,
  })),
  ...CHARTS.map(([name, chart, question], at): Widget => ({
    id: `chart-${name}`,
    title: titles[name],
    chart,
    question,
    position: { x: (at % 2) * CHART_SIZE.w, y: NUMBER_SIZE.h + Math.floor(at / 2) * CHART_SIZE.h },
    size: CHART_SIZE,
  })),
];

/** The two lists under the charts, which are widgets in a copy only. */
export function copiedWidgets(titles: Titles): Widget[] {
  const widgets = overviewWidgets(titles);
  const y = NUMBER_SIZE.h + Math.ceil(CHARTS.length / 2) * CHART_SIZE.h;
  const table = (name: 'topModels' | 'topErrors', question: Widget['question'], x: number): Widget => ({
    id: `table-${name}`,
    title: titles[name],
    chart: 'table',
    question,
    position: { x, y },
    size: { w: 6, h: 8 },
  });
  return [
    ...widgets,
    table('topModels', { metric: 'cost', groupBy: 'model' }, 0),
    table('topErrors', { metric: 'count', groupBy: 'error' }, 6),
  ];
}
