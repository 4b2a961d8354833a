// Runs and sessions as relations: a SELECT with one row for each, to put into FROM.
//
//   const { sql, params } = runsRelation(scope, filter, ['timestamp', 'cost_usd'], engine);
//   `SELECT sum(cost_usd) FROM (${sql})`
//
// The columns are in span-groups.ts. Name those that the statement around it uses; columns that the filter needs are
// added. Calls without a trace id are in no run.
//
// A run or session is in the window of `filter.calls` if its first span began there, and then its spans after the window
// count too. `filter.calls` without its window selects those of which one call matches, wherever that call is.
// Rows that are not loaded yet are read if the question has `readsUnloaded: 'spans'`. Its `about` may not have a window,
// because any row may be the first span of a run.
import { RUN } from '../migrations/0001-schema.ts';
import { callsWhere, windowWhere, type CallFilter } from './call-filter.ts';
import type { Statement, Unloaded } from './question.ts';
import { addRunConditions, isOfCalls, type RunFilter } from './run-filter.ts';
import { OF_ACCOUNT, Where, type Scope } from './scope.ts';
import {
  RUN_COLUMNS,
  SESSION_COLUMNS,
  spanColumns,
  type RunColumn,
  type SessionColumn,
} from './span-groups.ts';

/** One row for each run. */
export const runsRelation = (
  scope: Scope,
  filter: RunFilter,
  columns: readonly RunColumn[],
  unloaded: Unloaded = {},
): Statement =>
  relation(scope, filter, unloaded, {
    key: 'trace_id',
    grouped: 'of_trace',
    all: RUN_COLUMNS,
    columns,
    reachOf: reachOfRuns,
  });

/** One row for each session. Conditions on the figures of runs are about those of the session. */
export const sessionsRelation = (
  scope: Scope,
  filter: RunFilter,
  columns: readonly SessionColumn[],
  unloaded: Unloaded = {},
): Statement =>
  relation(scope, filter, unloaded, {
    key: 'session_id',
    grouped: 'of_session',
    all: SESSION_COLUMNS,
    columns,
    reachOf: reachOfSessions,
  });

interface Grouping {
  key: 'trace_id' | 'session_id';
  grouped: string;
  all: Readonly<Record<string, string>>;
  columns: readonly string[];
  reachOf: (scope: Scope, window: CallFilter, unloaded: Unloaded) => Reach;
}

function relation(
  scope: Scope,
  filter: RunFilter,
  unloaded: Unloaded,
  { key, grouped, all, columns, reachOf }: Grouping,
): Statement {
  const { startMs, endMs, ...narrow } = filter.calls;
  const reach = reachOf(scope, filter.calls, unloaded);
  const spans = (): Where => {
    const where = Where.of(scope).and(`${key} != ''`);
    if (filter.ids) where.and(`${key} IN {groupIds: Array(String)}`, { groupIds: [...filter.ids] });
    if (filter.arrivedUntilMs !== undefined)
      where.and('received_at <= fromUnixTimestamp64Milli({arrivedUntil: Int64})', {
        arrivedUntil: filter.arrivedUntilMs,
      });
    return where;
  };
  const calls = (): Where => (narrow.includeEvalRuns === true ? spans() : spans().and('eval_run = 0'));
  const params = { ...spans().params, ...windowParams(filter.calls) };
  // Conditions on the union of all sources, so that the engine looks each set up once.
  const among = [...reach.among];
  if (isOfCalls(narrow)) {
    const matching = callsWhere(scope, narrow);
    Object.assign(params, matching.params);
    const each = (from: string, near: readonly string[]): string =>
      `SELECT ${key} FROM ${from} WHERE ${[matching.sql, ...near].join(' AND ')}`;
    const sources = [each('calls', reach.near)];
    if (unloaded.unloaded !== undefined) sources.push(each(unloaded.unloaded, []));
    among.push(`${grouped} IN (${sources.join('\nUNION ALL ')})`);
  }
  const ofGroups = new Where();
  if (startMs !== undefined) ofGroups.and(`timestamp >= ${START}`);
  if (endMs !== undefined) ofGroups.and(`timestamp < ${END}`);
  addRunConditions(ofGroups, filter);
  const named = Object.entries(all)
    .filter(
      ([name]) =>
        name === key ||
        columns.includes(name) ||
        new RegExp(String.raw`(?<!\{)\b${name}\b`).test(ofGroups.sql),
    )
    .map(([name, sql]) => `${sql} AS ${name}`);
  const ofSpans = spanColumns([...named, ...among]);
  const part = (
    columnsOf: string,
    from: string | undefined,
    where: Where,
    near: readonly string[],
  ): string[] =>
    from === undefined
      ? []
      : [`SELECT ${columnsOf}\nFROM ${from}\nWHERE ${[where.sql, ...near].join('\n  AND ')}`];
  const parts = [
    ...part(ofSpans.calls, 'calls', calls(), reach.near),
    ...part(ofSpans.observations, 'observations', spans(), reach.near),
    ...part(ofSpans.calls, unloaded.unloaded, calls(), []),
    ...part(ofSpans.observations, unloaded.unloadedObservations, spans(), []),
  ];
  const sql = `${reach.given ?? ''}SELECT ${named.join(',\n  ')}
FROM (
${parts.join('\nUNION ALL\n')}
)${among.length === 0 ? '' : `\nWHERE ${among.join('\n  AND ')}`}
GROUP BY ${grouped}${ofGroups.sql === '' ? '' : `\nHAVING ${ofGroups.sql}`}`;
  return { sql, params: { ...params, ...ofGroups.params } };
}

const RUN_OF_GROUP = RUN.replace('trace_id', 'of_trace');
const START = 'fromUnixTimestamp64Milli({start: Int64})';
const END = 'fromUnixTimestamp64Milli({end: Int64})';

const windowParams = ({ startMs, endMs }: CallFilter) => ({
  ...(startMs === undefined ? {} : { start: startMs }),
  ...(endMs === undefined ? {} : { end: endMs }),
});

/** Which rows may belong to a run or session of the window. */
interface Reach {
  /** A WITH that the conditions refer to. */
  given?: string;
  /** On a table of spans. */
  near: string[];
  /** On the columns of spans in groups. */
  among: string[];
}

/**
 * The rows of the window, and all rows of the runs that have spans on both sides of one of its ends. `run_times` knows
 * these runs and how far they reach.
 */
function reachOfRuns(scope: Scope, { startMs, endMs }: CallFilter, unloaded: Unloaded): Reach {
  if (startMs === undefined && endMs === undefined) return { near: [], among: [] };
  const edges = [...(startMs === undefined ? [] : [START]), ...(endMs === undefined ? [] : [END])];
  const ofProject = scope.project === null ? '' : ' AND project = {project: UInt32}';
  const notLoaded = [unloaded.unloaded, unloaded.unloadedObservations].filter((from) => from !== undefined);
  const times = [
    `SELECT run, first, last FROM run_times WHERE ${OF_ACCOUNT}${ofProject}`,
    ...notLoaded.map(
      (from) =>
        `SELECT ${RUN} AS run, timestamp AS first, timestamp AS last FROM ${from} WHERE ${Where.of(scope).and(`trace_id != ''`).sql}`,
    ),
  ];
  const near: string[] = [];
  if (startMs !== undefined) near.push(`timestamp >= least(${START}, ifNull(reach.1, ${START}))`);
  if (endMs !== undefined) near.push(`timestamp <= greatest(${END}, ifNull(reach.2, ${END}))`);
  const inWindow = [
    ...(startMs === undefined ? [] : [`at >= ${START}`]),
    ...(endMs === undefined ? [] : [`at < ${END}`]),
  ].join(' AND ');
  return {
    // One value, which the engine computes once however often it is named.
    given: `WITH (SELECT (minOrNull(began), maxOrNull(ended), groupArray(run)) FROM (
SELECT run, min(first) AS began, max(last) AS ended
FROM (
${times.join('\nUNION ALL\n')}
)
GROUP BY run
HAVING ${edges.map((edge) => `(min(first) < ${edge} AND max(last) >= ${edge})`).join(' OR ')}
)) AS reach
`,
    near,
    among: [`(${inWindow} OR ${RUN_OF_GROUP} IN (SELECT arrayJoin(reach.3)))`],
  };
}

/** A session may pause for weeks, so all rows of the sessions with a span in the window are read. */
function reachOfSessions(scope: Scope, window: CallFilter, unloaded: Unloaded): Reach {
  if (window.startMs === undefined && window.endMs === undefined) return { near: [], among: [] };
  const where = windowWhere(scope, window).and(`session_id != ''`);
  const sources = ['calls', 'observations', unloaded.unloaded, unloaded.unloadedObservations];
  const each = sources.flatMap((from) =>
    from === undefined ? [] : [`SELECT session_id FROM ${from} WHERE ${where.sql}`],
  );
  return { near: [], among: [`of_session IN (${each.join('\nUNION ALL ')})`] };
}
