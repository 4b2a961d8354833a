// What an alert looks at: calls, spans or runs, those that match a filter, and in groups or not.
import type { Selectable } from 'kysely';
import { Type, type Static } from 'typebox';
import { invalid } from '#lib/app-error';
import { closed, Nullable, OneOf } from '#lib/schema';
import type { ProjectRef } from '#core/access/accounts';
import type { AlertsTable } from '#metadata';
import { GROUP_DIMENSIONS, MEASURED, type MeasuredOf } from '#records';
import { RecordFilter, requireRecordFilter, TagField } from '#services/record-access';
import { TYPE_FACTS, type AlertType } from './alert-types.ts';
import { USUAL_PERCENTILE } from './evaluate.ts';

const Of = OneOf(
  MEASURED,
  'What is measured, calls by default. Only calls and runs have a cost; a budget counts calls',
);
const Filter = {
  ...Nullable(RecordFilter),
  description: 'As for lists, without times: the window is that of the alert. null: all records',
};
const ForEach = Nullable({
  ...Type.Union([OneOf(GROUP_DIMENSIONS), TagField]),
  description:
    'Each value of this dimension is judged on its own, the 100 largest in the window. A run is in the group of each tool, agent and model that it has',
});
const Percentile = Nullable(
  Type.Number({
    exclusiveMinimum: 0,
    exclusiveMaximum: 100,
    description: 'For latencies; 95 by default',
  }),
);

export const WATCHED_FIELDS = { of: Of, filter: Filter, forEach: ForEach, percentile: Percentile };

export const WATCHED_INPUT = {
  // Without a default in the schema, so that a template can have another.
  of: Type.Optional(Of),
  filter: Type.Optional(Filter),
  forEach: Type.Optional(ForEach),
  percentile: Type.Optional(Percentile),
};
const WatchedInput = closed(WATCHED_INPUT);

export interface Watched {
  of: MeasuredOf;
  filter: RecordFilter | null;
  forEach: string | null;
  /** Null for types without a latency, and for the usual one. */
  percentile: number | null;
}

type Stored = Pick<Selectable<AlertsTable>, 'measured_of' | 'filter' | 'for_each' | 'percentile'>;

export const watchedIn = ({ measured_of: of, filter, for_each: forEach, percentile }: Stored): Watched => ({
  of,
  filter: filter === null ? null : (JSON.parse(filter) as RecordFilter),
  forEach,
  percentile,
});

export const storedWatched = ({ of, filter, forEach, percentile }: Watched): Stored => ({
  measured_of: of,
  filter: filter === null ? null : JSON.stringify(filter),
  for_each: forEach,
  percentile,
});

/** As it is shown: the percentile of a latency is always told. */
export const shownWatched = (alertType: AlertType, watched: Watched): Watched => ({
  ...watched,
  percentile: TYPE_FACTS[alertType].latency === true ? (watched.percentile ?? USUAL_PERCENTILE) : null,
});

/** Every other alert is measured with those of all accounts. */
export const isMeasuredAlone = ({ of, filter, forEach, percentile }: Watched): boolean =>
  of !== 'calls' || filter !== null || forEach !== null || percentile !== null;

const isEmpty = (filter: RecordFilter): boolean =>
  Object.values(filter).every((value) => typeof value === 'object' && Object.keys(value).length === 0);

/** What is asked for, in its stored form: what changes nothing is left out. */
export function watchedOf(asked: Static<typeof WatchedInput>): Watched {
  const { of = 'calls', filter = null, forEach = null, percentile = null } = asked;
  return {
    of,
    filter: filter === null || isEmpty(filter) ? null : filter,
    forEach,
    percentile: percentile === USUAL_PERCENTILE ? null : percentile,
  };
}

const NOT_OF_RECORDS: ReadonlySet<string> = new Set(['scores', 'sent scores', 'findings']);
const COST_TYPES: ReadonlySet<AlertType> = new Set(['cost_threshold', 'monthly_budget', 'anomaly_cost']);
export const isOfCost = (type: AlertType): boolean => COST_TYPES.has(type);

/** Rejects combinations that have no meaning. `asked` is what the caller named. */
export function requireWatchable(
  alertType: AlertType,
  watched: Watched,
  asked: Static<typeof WatchedInput>,
  project: ProjectRef | null,
): void {
  const { of, filter, forEach } = watched;
  const { measures, latency } = TYPE_FACTS[alertType];
  if (asked.percentile != null && latency !== true)
    throw invalid('percentile', `A ${alertType} alert has no percentile: only latencies have.`, 'no_latency');
  if (NOT_OF_RECORDS.has(measures)) {
    const field = of === 'calls' ? (filter === null ? 'forEach' : 'filter') : 'of';
    if (isMeasuredAlone(watched))
      throw invalid(
        field,
        `A ${alertType} alert takes no ${field}: it does not measure calls, spans or runs.`,
        'not_of_records',
      );
    return;
  }
  if (of === 'spans' && isOfCost(alertType))
    throw invalid('of', 'Only calls and runs have a cost.', 'no_cost');
  if (of === 'runs' && measures === 'month')
    throw invalid('of', 'A monthly budget counts calls. Use a cost_threshold alert of runs.', 'no_cost');
  if (forEach === 'project' && project !== null)
    throw invalid('forEach', 'The alert covers one project, so there is one group.', 'one_project');
  if (filter !== null) requireRecordFilter(filter, of);
}
