// What the schema cannot say about widgets: how their fields go together.
import { invalid } from '#lib/app-error';
import { GRID_COLUMNS, type Widget } from './schemas.ts';

const HEATMAP_METRICS: ReadonlySet<string> = new Set(['latency', 'cost']);
const UNGROUPED_METRICS: ReadonlySet<string> = new Set(['latency_percentiles', 'cost_percentiles', 'score']);

export function checkWidgets(widgets: readonly Widget[]): void {
  const ids = new Set<string>();
  widgets.forEach(({ id, chart, question, position, size }, at) => {
    const { metric, groupBy, tagKey, scoreName } = question;
    const refuse = (field: string, message: string): never => {
      throw invalid(`widgets.${at}.${field}`, message, 'invalid_widget');
    };
    if (ids.has(id)) refuse('id', 'Each widget needs an id of its own.');
    ids.add(id);
    if (position.x + size.w > GRID_COLUMNS)
      refuse('size.w', `A widget must end within the ${GRID_COLUMNS} columns of the grid.`);
    if (chart === 'heatmap' && !HEATMAP_METRICS.has(metric))
      refuse('question.metric', 'A heat map shows latency or cost.');
    if (groupBy !== undefined && UNGROUPED_METRICS.has(metric))
      refuse('question.groupBy', 'Percentiles and scores have no groups.');
    if (groupBy === 'status' && metric !== 'count')
      refuse('question.groupBy', 'Groups by status go with the metric count only.');
    if (groupBy === 'tag' && tagKey === undefined)
      refuse('question.tagKey', 'tagKey must name the tag to group by.');
    if (scoreName !== undefined && metric !== 'score')
      refuse('question.scoreName', 'scoreName goes with the metric score only.');
  });
}
