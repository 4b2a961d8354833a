// Checks what the schema cannot express: which fields of a widget can be combined.
import { AppError, invalid } from '#lib/app-error';
import { hasAxis } from '#records';
import { filterOf, isSoundScoreCondition } from '#services/record-access';
import { GRID_COLUMNS, type Widget, type WidgetFilter } from './schemas.ts';

const HEATMAP_METRICS: ReadonlySet<string> = new Set(['latency', 'cost']);
const SPAN_METRICS: ReadonlySet<string> = new Set(['count', 'error_rate', 'latency', 'latency_percentiles']);
const UNGROUPED_METRICS: ReadonlySet<string> = new Set(['latency_percentiles', 'cost_percentiles', 'score']);

export function checkWidgets(widgets: readonly Widget[]): void {
  const ids = new Set<string>();
  widgets.forEach(({ id, chart, question, position, size }, at) => {
    const { of = 'calls', metric, groupBy, tagKey, scoreName, filter = {} } = question;
    const refuse = (field: string, message: string): never => {
      throw invalid(`widgets.${at}.${field}`, message, 'invalid_widget');
    };
    if (ids.has(id)) refuse('id', 'Each widget needs its own id.');
    ids.add(id);
    if (position.x + size.w > GRID_COLUMNS)
      refuse('size.w', `A widget must end within the ${GRID_COLUMNS} columns of the grid.`);
    if (chart === 'heatmap' && !HEATMAP_METRICS.has(metric))
      refuse('question.metric', 'A heat map shows latency or cost.');
    if (groupBy !== undefined && UNGROUPED_METRICS.has(metric))
      refuse('question.groupBy', 'Percentiles and scores cannot be grouped.');
    if (groupBy === 'status' && metric !== 'count')
      refuse('question.groupBy', 'Only the metric count can be grouped by status.');
    if (groupBy === 'tag' && tagKey === undefined)
      refuse('question.tagKey', 'tagKey must name the tag to group by.');
    if (scoreName !== undefined && metric !== 'score')
      refuse('question.scoreName', 'Only the metric score takes a scoreName.');
    if (of === 'spans' && !SPAN_METRICS.has(metric))
      refuse('question.metric', `Spans are measured by ${[...SPAN_METRICS].join(', ')}.`);
    if (groupBy !== undefined && !hasAxis(of, groupBy))
      refuse('question.groupBy', `${groupBy} is no field of ${of}.`);
    const fault = filterFault(filter, of);
    if (fault) refuse(`question.filter.${fault.path}`, fault.message);
  });
}

/** The fault for which every query with this filter would be rejected. */
function filterFault(
  { scores = [], ...filter }: WidgetFilter,
  of: 'calls' | 'spans',
): { path: string; message: string } | null {
  const unsound = scores.findIndex((condition) => !isSoundScoreCondition(condition));
  if (unsound >= 0)
    return { path: `scores.${unsound}.op`, message: 'Only numbers can be compared by order.' };
  try {
    filterOf(filter, of);
    return null;
  } catch (error) {
    const [fault] = error instanceof AppError ? (error.details ?? []) : [];
    if (fault) return fault;
    throw error;
  }
}
