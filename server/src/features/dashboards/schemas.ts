import { Type, type Static } from 'typebox';
import { closed, Id, Label, OneOf, Timestamp } from '#lib/schema';
import { METRICS, SPLIT_AXES } from '#records';
import { CallSelection, ScoreConditions } from '#services/record-access';

const CHARTS = ['number', 'line', 'stackedBar', 'table', 'heatmap'] as const;

const WIDGET_METRICS = [...METRICS, 'latency_percentiles', 'cost_percentiles', 'score'] as const;

/** Columns of the grid. */
export const GRID_COLUMNS = 12;
const MAX_ROWS = 1_000;
const TALLEST = 12;
const MAX_WIDGETS = 30;
export const MAX_DASHBOARDS = 50;

// The viewer of a dashboard chooses the window, and aggregates do not support text search.
const { startTime: _start, endTime: _end, search: _search, ...NARROWED } = CallSelection.properties;

const WidgetFilter = closed(
  { ...NARROWED, scores: Type.Optional(ScoreConditions) },
  { title: 'WidgetFilter', description: 'As in queries of calls' },
);
export type WidgetFilter = Static<typeof WidgetFilter>;

/** Runs and sessions belong to the time of their first span, so they have no filter by calls of a page. */
const WIDGET_SUBJECTS = ['calls', 'spans'] as const;

const WidgetQuestion = closed(
  {
    of: Type.Optional(
      OneOf(
        WIDGET_SUBJECTS,
        'What is measured: calls by default. Of spans: `count`, `error_rate`, `latency` and `latency_percentiles`',
      ),
    ),
    metric: OneOf(
      WIDGET_METRICS,
      'As in aggregates; `latency_percentiles` and `cost_percentiles`: p50, p95 and p99; `score`: the mean of scores',
    ),
    groupBy: Type.Optional(
      OneOf(
        SPLIT_AXES,
        '`status`: succeeded and failed calls, only with the metric `count`. Percentiles and scores cannot be grouped.',
      ),
    ),
    tagKey: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Required with groupBy "tag"' }),
    ),
    scoreName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'For the metric `score`: the name of the scores; all scores if missing',
      }),
    ),
    filter: Type.Optional(WidgetFilter),
  },
  { title: 'WidgetQuestion' },
);

const Cell = (maximum: number) => Type.Integer({ minimum: 0, maximum });
const Length = (maximum: number) => Type.Integer({ minimum: 1, maximum });

const Widget = closed(
  {
    id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$', description: 'Unique in its dashboard' }),
    title: Label(80),
    chart: OneOf(CHARTS, '`heatmap`: only with the metrics `latency` and `cost`'),
    question: WidgetQuestion,
    position: closed({ x: Cell(GRID_COLUMNS - 1), y: Cell(MAX_ROWS) }),
    size: closed({ w: Length(GRID_COLUMNS), h: Length(TALLEST) }),
  },
  { title: 'Widget', description: `In a grid of ${GRID_COLUMNS} columns` },
);
export type Widget = Static<typeof Widget>;

const CONTENT = {
  name: Label(80),
  description: Type.Optional(Type.String({ maxLength: 500 })),
  widgets: Type.Array(Widget, { maxItems: MAX_WIDGETS }),
};

export const DashboardInput = closed(CONTENT, {
  title: 'DashboardInput',
  description: 'Also the format of an exported dashboard',
});
export type DashboardInput = Static<typeof DashboardInput>;

export const DashboardChange = closed(
  {
    ...CONTENT,
    version: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The version that was read. 409 `version_conflict` if it has changed since',
    }),
  },
  { title: 'DashboardChange' },
);
export type DashboardChange = Static<typeof DashboardChange>;

const HEAD = {
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  version: Type.Integer({ description: 'Rises by one with each change' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const Dashboard = Type.Object({ ...HEAD, widgets: Type.Array(Widget) }, { title: 'Dashboard' });
export type Dashboard = Static<typeof Dashboard>;

export const DashboardHead = Type.Object({ ...HEAD, widgets: Type.Integer() }, { title: 'DashboardHead' });
export type DashboardHead = Static<typeof DashboardHead>;

export const DashboardParams = Type.Object({ id: Id });
