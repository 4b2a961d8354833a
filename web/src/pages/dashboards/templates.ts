// The templates for new dashboards.
import { BOARD_COLUMNS, type Widget } from '#ui';
import type { dashboardsTexts } from './texts.ts';

type Titles = (typeof dashboardsTexts)['en']['templateTitles'];
export type Template = keyof (typeof dashboardsTexts)['en']['templates'];

type Line = readonly [title: keyof Titles, chart: Widget['chart'], question: Widget['question']];

const LINES: Readonly<Record<Template, readonly Line[]>> = {
  empty: [],
  cost: [
    ['cost', 'number', { metric: 'cost' }],
    ['costPerCall', 'number', { metric: 'cost_percentiles' }],
    ['saved', 'number', { metric: 'cache_savings' }],
    ['costByError', 'number', { metric: 'cost', filter: { error: true } }],
    ['costByModel', 'stackedBar', { metric: 'cost', groupBy: 'model' }],
    ['tokensByModel', 'stackedBar', { metric: 'tokens', groupBy: 'model' }],
    ['topModels', 'table', { metric: 'cost', groupBy: 'model' }],
    ['topProviders', 'table', { metric: 'cost', groupBy: 'provider' }],
  ],
  speed: [
    ['p95', 'number', { metric: 'latency_percentiles' }],
    ['errorRate', 'number', { metric: 'error_rate' }],
    ['latency', 'line', { metric: 'latency_percentiles' }],
    ['latencyMap', 'heatmap', { metric: 'latency' }],
    ['ttft', 'line', { metric: 'ttft', groupBy: 'model' }],
    ['errorRate', 'line', { metric: 'error_rate' }],
    ['errors', 'stackedBar', { metric: 'count', groupBy: 'error', filter: { error: true } }],
    ['topErrors', 'table', { metric: 'count', groupBy: 'error' }],
  ],
  quality: [
    ['score', 'number', { metric: 'score' }],
    ['errorRate', 'number', { metric: 'error_rate' }],
    ['scores', 'line', { metric: 'score' }],
    ['scoreTable', 'table', { metric: 'score' }],
  ],
};

const NUMBER_ROWS = 2;
const CHART = { w: 6, h: 5 };

/** Numbers in the first row, charts two in a row below. */
export function templateWidgets(template: Template, titles: Titles): Widget[] {
  const lines = LINES[template];
  const numbers = lines.filter(([, chart]) => chart === 'number').length;
  // Numbers fill the whole width, because charts would otherwise move up into the gap.
  const width = BOARD_COLUMNS / Math.max(1, numbers);
  return lines.map(([title, chart, question], at): Widget => {
    const isNumber = chart === 'number';
    const place = at - numbers;
    return {
      id: `w${at + 1}`,
      title: titles[title],
      chart,
      question,
      position: isNumber
        ? { x: at * width, y: 0 }
        : { x: (place % 2) * CHART.w, y: NUMBER_ROWS + Math.floor(place / 2) * CHART.h },
      size: isNumber ? { w: width, h: NUMBER_ROWS } : CHART,
    };
  });
}
