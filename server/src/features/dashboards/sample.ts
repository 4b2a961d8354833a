// The dashboard that comes with the sample data. It shows the cost, speed and quality of the three made-up
// agents.
import type { SampleProject } from '#core/hooks';
import type { Writer } from '#metadata';
import { MAX_DASHBOARDS, type Widget } from './schemas.ts';
import { countDashboards, deleteUnchangedSample, insertDashboard } from './store.ts';

type Line = readonly [title: string, chart: Widget['chart'], question: Widget['question']];

const NUMBERS: readonly Line[] = [
  ['Cost', 'number', { metric: 'cost' }],
  ['p95 latency', 'number', { metric: 'latency_percentiles' }],
  ['Error rate', 'number', { metric: 'error_rate' }],
  ['Helpfulness', 'number', { metric: 'score', scoreName: 'helpfulness' }],
];

const CHARTS: readonly Line[] = [
  ['Cost by feature', 'stackedBar', { metric: 'cost', groupBy: 'tag', tagKey: 'feature' }],
  ['Scores over time', 'line', { metric: 'score' }],
  ['Calls by model', 'stackedBar', { metric: 'count', groupBy: 'model' }],
  ['Time to first token by model', 'line', { metric: 'ttft', groupBy: 'model' }],
  ['Latency distribution', 'heatmap', { metric: 'latency' }],
  ['Errors', 'table', { metric: 'count', groupBy: 'error' }],
];

const NUMBER = { w: 3, h: 2 };
const CHART = { w: 6, h: 5 };

const SAMPLE_DASHBOARD = {
  name: 'Sample: three agents',
  description: 'Came with the sample data. Change it, or copy it for your own agents.',
  widgets: [
    ...NUMBERS.map(([title, chart, question], at): Widget => ({
      id: `w${at + 1}`,
      title,
      chart,
      question,
      position: { x: at * NUMBER.w, y: 0 },
      size: NUMBER,
    })),
    ...CHARTS.map(([title, chart, question], at): Widget => ({
      id: `w${NUMBERS.length + at + 1}`,
      title,
      chart,
      question,
      position: { x: (at % 2) * CHART.w, y: NUMBER.h + Math.floor(at / 2) * CHART.h },
      size: CHART,
    })),
  ],
};

/** The caller holds the lock of the account. Without room for another dashboard, nothing is added. */
export async function addSampleDashboard(
  db: Writer,
  { accountId, projectId }: SampleProject,
  now: number,
): Promise<void> {
  if ((await countDashboards(db, accountId)) >= MAX_DASHBOARDS) return;
  await insertDashboard(db, accountId, { ...SAMPLE_DASHBOARD, sampleProjectId: projectId }, now);
}

/** Keeps a dashboard that someone has changed. */
export const removeSampleDashboard = (
  db: Writer,
  { accountId, projectId }: SampleProject,
): Promise<unknown> => deleteUnchangedSample(db, accountId, projectId);
