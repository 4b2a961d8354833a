// One number per group of calls, and the same number over all of them. Both come out of one statement, so that they agree however
// many calls arrive meanwhile: calls without a key (no such tag, no error) are a group too, counted in the total and not shown.
import type { RecordsEngine } from '../engine.ts';
import { callsWhere } from './call-filter.ts';
import { METRIC_SQL, type Metric } from './metrics.ts';
import { isOnQuarters, outsideQuarters, sumsWhere, wholeQuarters, type WindowedFilter } from './quarters.ts';
import type { Scope, Where } from './scope.ts';
import { isTimeAxis, stepName, stepParams, stepSql, TIME_AXES } from './time-axis.ts';

export const AXES = ['provider', 'model', ...TIME_AXES, 'tag', 'error'] as const;
export type Axis = (typeof AXES)[number];

export interface AggregateQuestion {
  axis: Axis;
  metric: Metric;
  /** For the axis `tag`. */
  tagKey?: string;
  /** Minutes east of UTC, for the axis `day`. */
  offsetMinutes?: number;
  /** Groups to show, at most 10,000. */
  limit?: number;
}

export interface AggregateTotal {
  /** Null: a mean over nothing. */
  value: number | null;
  count: number;
}

export interface AggregateGroup extends AggregateTotal {
  key: string;
  lastSeenMs: number;
}

export interface Aggregate {
  groups: AggregateGroup[];
  total: AggregateTotal;
}

/** Beyond these, groups with the lowest values are left out; the total is over all of them nevertheless. */
const MAX_GROUPS = 10_000;

interface Row {
  present: number;
  name: string;
  calls: number;
  value: number | null;
  seen_ms: string;
  total_calls: number;
  total: number | null;
}

export async function aggregate(
  engine: RecordsEngine,
  scope: Scope,
  filter: WindowedFilter,
  question: AggregateQuestion,
): Promise<Aggregate> {
  const { sql, params } = aggregateSql(scope, filter, question);
  const rows = await engine.query<Row>(sql, params);
  const { axis, metric } = question;
  const [first] = rows;
  return {
    groups: rows
      .filter(({ present }) => present === 1)
      .map((row) => ({
        key: isTimeAxis(axis) ? stepName(axis, Number(row.name)) : row.name,
        value: row.value,
        count: row.calls,
        lastSeenMs: Number(row.seen_ms),
      })),
    total: { value: first ? first.total : METRIC_SQL[metric].none, count: first?.total_calls ?? 0 },
  };
}

export function aggregateSql(scope: Scope, filter: WindowedFilter, question: AggregateQuestion) {
  const { axis, metric, limit = MAX_GROUPS } = question;
  const params = { ...keyParams(question), limit };
  const parts: string[] = [];
  const add = (table: 'calls' | 'sums', where: Where) => {
    parts.push(partSql(question, table, where));
    Object.assign(params, where.params);
  };
  const quarters = servedBySums(question) ? wholeQuarters(scope, filter) : null;
  if (!quarters) add('calls', callsWhere(scope, filter));
  else {
    add('sums', sumsWhere(scope, filter, quarters));
    if (quarters.partial) add('calls', outsideQuarters(callsWhere(scope, filter), quarters));
  }
  const mean = METRIC_SQL[metric].per !== undefined;
  return {
    sql: `SELECT present, toString(key) AS name, toFloat64(n) AS calls, toUnixTimestamp64Milli(seen) AS seen_ms,
  ${mean ? 'if(per = 0, NULL, amount / per)' : 'amount'} AS value,
  toFloat64(sum(n) OVER ()) AS total_calls,
  ${mean ? 'if(sum(per) OVER () = 0, NULL, sum(amount) OVER () / sum(per) OVER ())' : 'sum(amount) OVER ()'} AS total
FROM (
SELECT present, key, sum(part_n) AS n, toFloat64(sum(part_amount)) AS amount,${mean ? ' toFloat64(sum(part_per)) AS per,' : ''} max(part_seen) AS seen
FROM (
${parts.join('\nUNION ALL\n')}
)
GROUP BY present, key
HAVING n != 0
)
ORDER BY present DESC, ${isTimeAxis(axis) ? '' : 'value DESC NULLS LAST, '}key
LIMIT {limit: UInt32}`,
    params,
  };
}

/** Sums know no tags, no texts of errors and nothing within a quarter of an hour. */
const servedBySums = ({ axis, offsetMinutes = 0 }: AggregateQuestion): boolean =>
  axis === 'provider' ||
  axis === 'model' ||
  axis === 'hour' ||
  (axis === 'day' && isOnQuarters(offsetMinutes));

// Sums also hold rows that take something back from others of the same key, so only their sum says how many calls there are, and
// the last moment may be that of a call that became an observation of the one beside it.
function partSql(question: AggregateQuestion, table: 'calls' | 'sums', where: Where): string {
  const { amount, per } = METRIC_SQL[question.metric];
  const [from, count, seen] =
    table === 'calls' ? ['calls', 'count()', 'max(timestamp)'] : ['agg_15m', 'sum(calls)', 'max(last_seen)'];
  const { present, key } = keySql(question, table === 'calls' ? 'timestamp' : 'bucket');
  const columns = [
    `${present} AS present`,
    `${key} AS key`,
    `${count} AS part_n`,
    `${amount[table]} AS part_amount`,
  ];
  if (per) columns.push(`${per[table]} AS part_per`);
  columns.push(`${seen} AS part_seen`);
  return `SELECT ${columns.join(', ')}\nFROM ${from}\nWHERE ${where.sql}\nGROUP BY present, key`;
}

function keySql({ axis }: AggregateQuestion, time: string): { present: string; key: string } {
  if (isTimeAxis(axis)) return { present: 'toUInt8(1)', key: stepSql(time) };
  if (axis === 'tag') {
    return { present: 'mapContains(tags, {groupTag: String})', key: 'tags[{groupTag: String}]' };
  }
  return { present: axis === 'error' ? `error != ''` : 'toUInt8(1)', key: axis };
}

function keyParams({ axis, tagKey = '', offsetMinutes = 0 }: AggregateQuestion): Record<string, unknown> {
  if (isTimeAxis(axis)) return stepParams(axis, offsetMinutes);
  return axis === 'tag' ? { groupTag: tagKey } : {};
}
