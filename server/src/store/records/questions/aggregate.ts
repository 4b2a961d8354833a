// One number per group of calls, and the same number over all of them. Both come from one statement, so that
// they agree however many calls arrive meanwhile. Calls without a key (no such tag, no error) form a group
// too, which counts in the total and is not shown.
//
// Groups come from up to three sources and are merged here: merging in the engine would take up to half as
// long again. Where there may be very many groups, the engine merges them and sends only those that are
// shown.
import { aboutFilter } from './about.ts';
import { callsWhere } from './call-filter.ts';
import { METRIC_SQL, type Metric } from './metrics.ts';
import { question } from './question.ts';
import {
  isOnQuarters,
  outsideQuarters,
  QUARTER_MS,
  sumsWhere,
  wholeQuarters,
  withinQuarters,
  type WindowedFilter,
} from './rollup-window.ts';
import type { Scope, Where } from './scope.ts';
import { isTimeAxis, stepMs, stepName, stepParams, stepSql, TIME_AXES } from './time-axis.ts';

export const AXES = ['provider', 'model', ...TIME_AXES, 'tag', 'error'] as const;
export type Axis = (typeof AXES)[number];

export interface AggregateQuestion {
  axis: Axis;
  metric: Metric;
  /** For the axis `tag`. */
  tagKey?: string;
  /** Minutes east of UTC, for the axis `day`. */
  offsetMinutes?: number;
  /** Days, hours or minutes in one step, for an axis of time; 1 by default. */
  every?: number;
  /** Groups to show, at most 10,000. */
  limit?: number;
}

/** Calls that used tokens and have no known price. A sum of costs does not include them. */
export interface UnpricedSum {
  calls: number;
  tokens: number;
}

interface AggregateTotal {
  /** Null for a mean over no calls. */
  value: number | null;
  count: number;
  /** Only of costs, and only if there are some. */
  unpriced?: UnpricedSum;
}

interface AggregateGroup extends AggregateTotal {
  key: string;
  lastSeenMs: number;
}

export interface AggregateAnswer {
  groups: AggregateGroup[];
  total: AggregateTotal;
}

/** More groups are cut, lowest values first. The total still covers all of them. */
const MAX_GROUPS = 10_000;

interface Row {
  present: number;
  name: string;
  calls: number;
  value: number | null;
  seen_ms: string;
  total_calls: number;
  total: number | null;
  unpriced?: number;
  unpriced_tokens?: number;
  total_unpriced?: number;
  total_unpriced_tokens?: number;
}

export const selectAggregate = question({
  name: 'selectAggregate',
  heavy: true,
  about: aboutFilter,
  readsUnloaded: 'calls',
  run: async (engine, scope, filter: WindowedFilter, wanted: AggregateQuestion): Promise<AggregateAnswer> => {
    if (wanted.axis !== 'tag') {
      const parts = aggregatePartsSql(scope, filter, wanted, engine.unloaded);
      const found = await engine.query<PartRow>(parts.sql, parts.params);
      if (found.length < MAX_GROUPS) return sumGroups(found, wanted);
    }
    const { sql, params } = aggregateSql(scope, filter, wanted, engine.unloaded);
    return aggregateOf(await engine.query<Row>(sql, params), wanted);
  },
});

function aggregateOf(rows: readonly Row[], { axis, metric, every }: AggregateQuestion): AggregateAnswer {
  const [first] = rows;
  return {
    groups: rows
      .filter(({ present }) => present === 1)
      .map((row) =>
        Object.assign(withUnpriced(row.unpriced, row.unpriced_tokens), {
          key: isTimeAxis(axis) ? stepName(axis, Number(row.name), every) : row.name,
          value: row.value,
          count: row.calls,
          lastSeenMs: Number(row.seen_ms),
        }),
      ),
    total: {
      value: first ? first.total : METRIC_SQL[metric].none,
      count: first?.total_calls ?? 0,
      ...withUnpriced(first?.total_unpriced, first?.total_unpriced_tokens),
    },
  };
}

const withUnpriced = (calls = 0, tokens = 0): Pick<AggregateTotal, 'unpriced'> =>
  calls > 0 ? { unpriced: { calls, tokens } } : {};

export function aggregateSql(
  scope: Scope,
  filter: WindowedFilter,
  question: AggregateQuestion,
  unloaded?: string,
) {
  const { axis, metric, limit = MAX_GROUPS } = question;
  const { parts, params } = partsOf(scope, filter, question, unloaded);
  const mean = METRIC_SQL[metric].per !== undefined;
  const unpriced = tellsUnpriced(question);
  const present = presentSql(axis) === null ? '' : 'present, ';
  return {
    sql: `SELECT ${present === '' ? '1 AS present, ' : present}toString(key) AS name, n AS calls, seen AS seen_ms,
  ${mean ? 'if(per = 0, NULL, amount / per)' : 'amount'} AS value,
  sum(n) OVER () AS total_calls,
  ${mean ? 'if(sum(per) OVER () = 0, NULL, sum(amount) OVER () / sum(per) OVER ())' : 'sum(amount) OVER ()'} AS total${unpriced ? ',\n  unpriced, unpriced_tokens, sum(unpriced) OVER () AS total_unpriced, sum(unpriced_tokens) OVER () AS total_unpriced_tokens' : ''}
FROM (
SELECT ${present}key, sum(part_n) AS n, sum(part_amount) AS amount,${mean ? ' sum(part_per) AS per,' : ''}${unpriced ? ' sum(part_unpriced) AS unpriced, sum(part_unpriced_tokens) AS unpriced_tokens,' : ''} max(part_seen) AS seen
FROM (
${parts.join('\nUNION ALL\n')}
)
GROUP BY ${present}key
HAVING n != 0
)
ORDER BY present DESC, ${isTimeAxis(axis) ? '' : 'value DESC NULLS LAST, '}key
LIMIT {limit: UInt32}`,
    params: { ...params, limit },
  };
}

/**
 * Divides each group by a second axis: `places` are the values that get their own part; all others share one.
 */
interface GroupSplit {
  axis: Axis;
  tagKey?: string;
  places: readonly string[];
}

type PartsQuestion = AggregateQuestion & { split?: GroupSplit };

/**
 * A group appears once for each source that has some of it. If the rows reach the limit, there may be more.
 */
export function aggregatePartsSql(
  scope: Scope,
  filter: WindowedFilter,
  question: PartsQuestion,
  unloaded?: string,
) {
  const { parts, params } = partsOf(scope, filter, question, unloaded);
  return {
    sql: parts.map((part) => `${part}\nLIMIT {limit: UInt32}`).join('\nUNION ALL\n'),
    params: { ...params, limit: MAX_GROUPS },
  };
}

function partsOf(scope: Scope, filter: WindowedFilter, question: PartsQuestion, unloaded?: string) {
  const params = { ...keyParams(question), ...splitParams(question) };
  const parts: string[] = [];
  const add = (table: 'calls' | 'sums', where: Where, from?: string) => {
    parts.push(partSql(question, table, where, from));
    Object.assign(params, where.params);
  };
  const quarters = servedBySums(question) ? wholeQuarters(scope, filter) : null;
  if (!quarters) add('calls', callsIn(scope, filter));
  else {
    add('sums', sumsWhere(scope, filter, quarters));
    // The rollup does not know prices. There are few such calls, and one small column finds them.
    if (tellsUnpriced(question)) {
      const inside = withinQuarters(callsIn(scope, filter), quarters).and(UNPRICED);
      parts.push(unpricedSql(question, inside));
      Object.assign(params, inside.params);
    }
    if (quarters.partial) add('calls', outsideQuarters(callsIn(scope, filter), quarters));
  }
  if (unloaded !== undefined) add('calls', callsIn(scope, filter), unloaded);
  return { parts, params };
}

/** Sums of costs tell what they do not include. */
const tellsUnpriced = ({ metric }: AggregateQuestion): boolean => metric === 'cost';

const UNPRICED = `price_source = 'none' AND total_tokens > 0`;
const UNPRICED_COLUMNS = [
  `toFloat64(countIf(${UNPRICED})) AS part_unpriced`,
  `toFloat64(sumIf(total_tokens, ${UNPRICED})) AS part_unpriced_tokens`,
];
const NO_UNPRICED = ['toFloat64(0) AS part_unpriced', 'toFloat64(0) AS part_unpriced_tokens'];

/** One condition says where retention ends and where the window begins: each takes the engine time to plan. */
const callsIn = (scope: Scope, { startMs, ...filter }: WindowedFilter): Where =>
  callsWhere({ ...scope, sinceMs: Math.max(scope.sinceMs, startMs - 1) }, filter);

/** The rollup has no tags, no error texts and nothing finer than a quarter of an hour. */
const servedBySums = ({ axis, offsetMinutes = 0, every, split }: PartsQuestion): boolean =>
  (split === undefined || split.axis === 'provider' || split.axis === 'model') &&
  (axis === 'provider' ||
    axis === 'model' ||
    (isTimeAxis(axis) && stepMs(axis, every) % QUARTER_MS === 0 && isOnQuarters(offsetMinutes)));

// The rollup also has rows that subtract from others of the same key. So only the sum says how many calls
// there are, and the last time may be that of a call that was reclassified as an observation.
function partSql(
  question: PartsQuestion,
  table: 'calls' | 'sums',
  where: Where,
  from = table === 'calls' ? 'calls' : 'agg_15m',
): string {
  const { amount, per } = METRIC_SQL[question.metric];
  const [count, seen] = table === 'calls' ? ['count()', 'max(timestamp)'] : ['sum(calls)', 'max(last_seen)'];
  const present = presentSql(question.axis);
  const columns = [
    `${keySql(question, table === 'calls' ? 'timestamp' : 'bucket')} AS key`,
    `toFloat64(${count}) AS part_n`,
    `toFloat64(${amount[table]}) AS part_amount`,
  ];
  const keys = ['key'];
  if (present !== null) {
    columns.unshift(`${present} AS present`);
    keys.unshift('present');
  }
  if (per) columns.push(`toFloat64(${per[table]}) AS part_per`);
  if (tellsUnpriced(question)) columns.push(...(table === 'calls' ? UNPRICED_COLUMNS : NO_UNPRICED));
  columns.push(`toUnixTimestamp64Milli(${seen}) AS part_seen`);
  if (question.split) {
    columns.push(`${placeSql(question.split)} AS place`);
    keys.push('place');
  }
  return `SELECT ${columns.join(', ')}\nFROM ${from}\nWHERE ${where.sql}\nGROUP BY ${keys.join(', ')}`;
}

/** Beside the rollup, which has the calls themselves. */
function unpricedSql(question: PartsQuestion, where: Where): string {
  const columns = [
    `${keySql(question, 'timestamp')} AS key`,
    'toFloat64(0) AS part_n',
    'toFloat64(0) AS part_amount',
    ...UNPRICED_COLUMNS,
    'toInt64(0) AS part_seen',
  ];
  const keys = ['key'];
  if (question.split) {
    columns.push(`${placeSql(question.split)} AS place`);
    keys.push('place');
  }
  return `SELECT ${columns.join(', ')}\nFROM calls\nWHERE ${where.sql}\nGROUP BY ${keys.join(', ')}`;
}

/** 0: none of the places. */
function placeSql({ axis }: GroupSplit): string {
  const at = (key: string) => `toUInt8(indexOf({places: Array(String)}, ${key}))`;
  return axis === 'tag'
    ? `if(mapContains(tags, {splitTag: String}), ${at('tags[{splitTag: String}]')}, 0)`
    : at(axis);
}

const splitParams = ({ split }: PartsQuestion): Record<string, unknown> =>
  split ? { places: split.places, ...(split.axis === 'tag' ? { splitTag: split.tagKey ?? '' } : {}) } : {};

function keySql({ axis, offsetMinutes }: AggregateQuestion, time: string): string {
  if (isTimeAxis(axis)) return stepSql(time, offsetMinutes);
  return axis === 'tag' ? 'tags[{groupTag: String}]' : axis;
}

/** Null if every call has a key. */
function presentSql(axis: Axis): string | null {
  if (axis === 'tag') return 'mapContains(tags, {groupTag: String})';
  return axis === 'error' ? `error != ''` : null;
}

function keyParams({
  axis,
  tagKey = '',
  offsetMinutes = 0,
  every,
}: AggregateQuestion): Record<string, unknown> {
  if (isTimeAxis(axis)) return stepParams(axis, offsetMinutes, every);
  return axis === 'tag' ? { groupTag: tagKey } : {};
}

/** The part of a group that one source has. */
export interface PartRow {
  /** 0 for calls without a key. Left out if every call has one. */
  present?: number;
  /** On an axis of time, the number of the step. */
  key: string | number;
  part_n: number;
  part_amount: number;
  part_per?: number;
  part_unpriced?: number;
  part_unpriced_tokens?: number;
  part_seen: string;
  /** With a split: the number of its place, from 1; 0 for all others. */
  place?: number;
}

interface Group {
  present: number;
  key: string;
  calls: number;
  amount: number;
  per: number;
  unpriced: number;
  unpricedTokens: number;
  seenMs: number;
}

export function sumGroups(rows: readonly PartRow[], question: AggregateQuestion): AggregateAnswer {
  const { axis, metric, every, limit = MAX_GROUPS } = question;
  const { per: divided, none } = METRIC_SQL[metric];
  const valueOf = ({ amount, per }: Pick<Group, 'amount' | 'per'>): number | null =>
    divided ? (per === 0 ? null : amount / per) : amount;
  // The rollup also has rows that subtract from others.
  const groups = mergeParts(rows).filter(({ calls }) => calls !== 0);
  const total = { calls: 0, amount: 0, per: 0, unpriced: 0, unpricedTokens: 0 };
  for (const { calls, amount, per, unpriced, unpricedTokens } of groups) {
    total.calls += calls;
    total.amount += amount;
    total.per += per;
    total.unpriced += unpriced;
    total.unpricedTokens += unpricedTokens;
  }
  const ordered = isTimeAxis(axis)
    ? groups.toSorted((left, right) => Number(left.key) - Number(right.key))
    : groups.toSorted(
        (left, right) =>
          (valueOf(right) ?? -Infinity) - (valueOf(left) ?? -Infinity) || byBytes(left.key, right.key),
      );
  return {
    groups: ordered
      .filter(({ present }) => present === 1)
      .slice(0, limit)
      .map((group) =>
        Object.assign(withUnpriced(group.unpriced, group.unpricedTokens), {
          key: isTimeAxis(axis) ? stepName(axis, Number(group.key), every) : group.key,
          value: valueOf(group),
          count: group.calls,
          lastSeenMs: group.seenMs,
        }),
      ),
    total: {
      value: groups.length === 0 ? none : valueOf(total),
      count: total.calls,
      ...withUnpriced(total.unpriced, total.unpricedTokens),
    },
  };
}

function mergeParts(rows: readonly PartRow[]): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const { present = 1, key, part_n: calls, part_amount: amount, part_per: per = 0, part_seen } = row;
    const { part_unpriced: unpriced = 0, part_unpriced_tokens: unpricedTokens = 0 } = row;
    const name = `${present} ${key}`;
    const group = groups.get(name);
    if (!group) {
      const seenMs = Number(part_seen);
      groups.set(name, { present, key: String(key), calls, amount, per, unpriced, unpricedTokens, seenMs });
      continue;
    }
    group.calls += calls;
    group.amount += amount;
    group.per += per;
    group.unpriced += unpriced;
    group.unpricedTokens += unpricedTokens;
    group.seenMs = Math.max(group.seenMs, Number(part_seen));
  }
  return [...groups.values()];
}

const byBytes = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right));
