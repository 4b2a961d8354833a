import { describe, expect, it } from 'vitest';
import { FigurePlan, planWidget } from './plan.ts';
import { figureError, readWidget, type FigureAnswer } from './read.ts';
import { narrowedBy, boardScope, type Scope } from './scope.ts';
import { chartsOf, fitted, METRIC_NAMES, type Widget } from './widget.ts';

const window = { startTime: '2026-11-15T00:00:00.000Z', endTime: '2026-11-15T09:00:00.000Z' };
const before = { startTime: '2026-11-14T15:00:00.000Z', endTime: '2026-11-15T00:00:00.000Z' };
const scope: Scope = boardScope(
  window,
  before,
  { axis: 'hour', every: 3 },
  { provider: 'openai', search: 'x' },
);
const KEYS = ['2026-11-15T00:00Z', '2026-11-15T03:00Z', '2026-11-15T06:00Z'];

const widget = (chart: Widget['chart'], question: Widget['question']): Widget => ({
  id: 'w',
  title: 'W',
  chart,
  question,
  position: { x: 0, y: 0 },
  size: { w: 6, h: 3 },
});

const group = (key: string, value: number | null, count: number) => ({
  key,
  value,
  count,
  lastSeen: window.endTime,
});

/** What the widget shows when each figure of its kind is answered with this. */
function shown(of: Widget, answer: (query: Record<string, unknown>) => unknown) {
  const figures = new FigurePlan();
  const plan = planWidget(figures, of, scope);
  const answers = new Map(
    figures.figures.map(({ id, query = {} }) => [id, { result: answer(query), error: null } as FigureAnswer]),
  );
  return readWidget(of, plan, answers, scope);
}

it('equal figures of several widgets are requested once', () => {
  const figures = new FigurePlan();
  const plans = [
    widget('number', { metric: 'count' }),
    widget('stackedBar', { metric: 'count', groupBy: 'status' }),
    widget('line', { metric: 'error_rate' }),
    widget('number', { metric: 'error_rate' }),
  ].map((one) => planWidget(figures, one, scope));
  const [count, status, rates, rate] = plans;
  expect(status?.now).toEqual(count?.now);
  expect(status?.errors).toEqual(rates?.now);
  expect(rate?.now).toEqual(rates?.now);
  expect(figures.figures).toHaveLength(4);
  expect(new Set(figures.figures.map(({ id }) => id)).size).toBe(4);
  for (const { query } of figures.figures) expect(query).toMatchObject({ provider: 'openai' });
});

it('a figure keeps its id while time passes, and has another one for another question', () => {
  const idsOf = (of: Widget, by: Scope) => {
    const figures = new FigurePlan();
    planWidget(figures, of, by);
    return figures.figures.map(({ id }) => id);
  };
  const number = widget('number', { metric: 'cost' });
  const later = boardScope(
    { startTime: '2026-11-15T00:01:00.000Z', endTime: '2026-11-15T09:01:00.000Z' },
    { startTime: '2026-11-14T15:01:00.000Z', endTime: '2026-11-15T00:01:00.000Z' },
    scope.grid,
    scope.filter,
  );
  expect(idsOf(number, later)).toEqual(idsOf(number, scope));
  for (const other of [
    { ...scope, grid: { axis: 'hour', every: 1 } as const },
    { ...scope, filter: { provider: 'anthropic' } },
  ])
    expect(idsOf(number, other)[0]).not.toBe(idsOf(number, scope)[0]);
});

it('the filters of page and widget both narrow; the page wins where both name the same; a search is left out', () => {
  expect(
    narrowedBy(
      { model: 'gpt', tags: { env: 'prod' }, search: 'x' },
      { model: 'claude', provider: 'a', tags: { env: 'dev', team: 't' } },
    ),
  ).toEqual({ model: 'gpt', provider: 'a', tags: { env: 'prod', team: 't' } });
  expect(narrowedBy({})).toEqual({});
  const low = { name: 'helpful', op: 'lt' as const, value: 0.5 };
  const done = { name: 'completed', op: 'eq' as const, value: true };
  expect(narrowedBy({ scores: [low] }, { scores: [done] }).scores).toEqual([done, low]);
  const condition = (field: 'model' | 'provider') => ({ field, op: 'isNot' as const, values: ['x'] });
  expect(narrowedBy({ where: [condition('model')] }, { where: [condition('provider')] }).where).toEqual([
    condition('provider'),
    condition('model'),
  ]);
});

describe('series', () => {
  it('of a sum are 0 where there are no calls, of a mean unknown', () => {
    const groups = [group(KEYS[1] ?? '', 5, 2)];
    const answer = () => ({ groups, total: { value: 5, count: 2 } });
    expect(shown(widget('line', { metric: 'cost' }), answer)).toEqual({
      kind: 'series',
      series: [{ role: 'all', key: '', values: [0, 5, 0] }],
    });
    expect(shown(widget('line', { metric: 'error_rate' }), answer)).toEqual({
      kind: 'series',
      series: [{ role: 'all', key: '', values: [null, 5, null], counts: [0, 2, 0] }],
    });
  });

  it('of models, with all others last', () => {
    const total = { value: 1, count: 1 };
    const data = shown(widget('stackedBar', { metric: 'cost', groupBy: 'model' }), (query) => {
      expect(query).toMatchObject({ groupBy: 'hour', every: 3, splitBy: 'model' });
      return {
        groups: [],
        total,
        series: [
          { key: 'gpt-4o', groups: [group(KEYS[0] ?? '', 3, 1)], total },
          { key: null, groups: [group(KEYS[2] ?? '', 1, 1)], total },
        ],
      };
    });
    expect(data).toEqual({
      kind: 'series',
      series: [
        { role: 'group', key: 'gpt-4o', values: [3, 0, 0] },
        { role: 'rest', key: '', values: [0, 0, 1] },
      ],
    });
  });

  it('of succeeded and failed calls add up to all', () => {
    const data = shown(widget('stackedBar', { metric: 'count', groupBy: 'status' }), ({ metric }) => ({
      groups: [group(KEYS[0] ?? '', metric === 'count' ? 8 : 0.25, 8)],
      total: { value: 0, count: 8 },
    }));
    expect(data).toMatchObject({ series: [{ values: [6, 0, 0] }, { values: [2, 0, 0] }] });
  });

  it('of percentiles have the number of calls behind each point', () => {
    const ranks = { p50: 1, p95: 2, p99: 3, p999: 4, max: 5, count: 7 };
    const data = shown(widget('line', { metric: 'latency_percentiles' }), () => ({
      metric: 'latency',
      byDay: [{ key: KEYS[1], ...ranks }],
    }));
    expect(data).toMatchObject({
      series: [
        { key: 'p50', values: [null, 1, null], counts: [0, 7, 0] },
        { key: 'p95', values: [null, 2, null] },
        { key: 'p99', values: [null, 3, null] },
      ],
    });
  });

  it('of scores are one per name, without categories', () => {
    const figures = { count: 4, min: 0, max: 1, values: [] };
    const data = shown(widget('line', { metric: 'score', scoreName: 'helpful' }), (query) => {
      expect(query).toMatchObject({ name: 'helpful', groupBy: 'hour', every: 3 });
      expect(query).not.toHaveProperty('provider');
      return {
        scores: [
          {
            name: 'helpful',
            dataType: 'numeric',
            mean: 0.5,
            ...figures,
            series: [{ key: KEYS[2], mean: 0.5, ...figures }],
          },
          { name: 'tone', dataType: 'categorical', mean: null, ...figures, series: [] },
        ],
      };
    });
    expect(data).toEqual({
      kind: 'series',
      series: [{ role: 'group', key: 'helpful', values: [null, null, 0.5], counts: [0, 0, 4] }],
    });
  });
});

it('a number has that of the previous period beside it', () => {
  const data = shown(widget('number', { metric: 'cost' }), ({ startTime }) => ({
    groups: [],
    total: { value: startTime === before.startTime ? 2 : 3, count: 1 },
  }));
  expect(data).toEqual({ kind: 'number', value: 3, before: 2 });
});

it('a heat map has a column for each step, also for those without calls', () => {
  const data = shown(widget('heatmap', { metric: 'latency' }), (query) => {
    expect(query).toMatchObject({ ...window, metric: 'latency', scale: 'log', groupBy: 'hour', every: 3 });
    return { buckets: [{ from: 1, to: 2, count: 1 }], steps: [{ key: KEYS[2], counts: [1] }] };
  });
  expect(data).toMatchObject({ kind: 'heat', counts: [[], [], [1]] });
});

it('a widget waits for all its figures, and fails with the first that failed', () => {
  const figures = new FigurePlan();
  const of = widget('number', { metric: 'cost' });
  const plan = planWidget(figures, of, scope);
  const error = { status: 503, error: 'Busy.', reason: 'records_busy' };
  const id = plan.before[0] ?? '';
  const answers = new Map<string, FigureAnswer>([[id, { error }]]);
  expect(readWidget(of, plan, answers, scope)).toBeNull();
  expect(figureError(plan, answers)).toEqual(error);
  expect(figureError(plan, new Map())).toBeNull();
});

it('a changed metric keeps what fits and drops the rest', () => {
  const grouped = widget('stackedBar', { metric: 'cost', groupBy: 'tag', tagKey: 'env', filter: {} });
  expect(fitted(grouped)).toMatchObject({ question: { metric: 'cost', groupBy: 'tag', tagKey: 'env' } });
  const percentiles = fitted({
    ...grouped,
    question: { ...grouped.question, metric: 'latency_percentiles' },
  });
  expect([percentiles.chart, percentiles.question]).toEqual(['line', { metric: 'latency_percentiles' }]);
  expect(fitted(widget('table', { metric: 'cost' })).question.groupBy).toBe('model');
  for (const metric of METRIC_NAMES)
    for (const chart of chartsOf(metric)) expect(fitted(widget(chart, { metric })).chart).toBe(chart);
});

it('a cost says how many of its calls have no price, in every chart of it', () => {
  const answer = ({ startTime }: Record<string, unknown>) => ({
    groups: [],
    series: [],
    total: {
      value: 1,
      count: 150,
      ...(startTime === before.startTime ? {} : { unpriced: { calls: 100, tokens: 5 } }),
    },
  });
  for (const chart of ['number', 'line', 'stackedBar', 'table'] as const)
    expect(shown(widget(chart, { metric: 'cost' }), answer)).toMatchObject({ unpriced: 100 });
  const priced = () => ({ groups: [], total: { value: 1, count: 150 } });
  expect(shown(widget('number', { metric: 'cost' }), priced)).not.toHaveProperty('unpriced');
});
