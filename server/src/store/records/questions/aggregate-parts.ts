// The statements behind aggregates: the part of each group that each source has.
//
// A row may be in several groups, and the whole of a metric of different values is not the sum of its groups. Then
// each row counts once more, in a group of its own that is the whole (`present` is WHOLE).
import { keyParams, keySql, listSql, presentSql, tagSql, type Axis, type AxisQuestion } from './axes.ts';
import { callsWhere } from './call-filter.ts';
import { amountSql, METRIC_SQL, UNPRICED, unpricedSql, type Metric } from './metrics.ts';
import { isOfPrompts, knownPromptParams } from './prompt-of-call.ts';
import type { Unloaded } from './question.ts';
import {
  isOnQuarters,
  outsideQuarters,
  QUARTER_MS,
  sumsWhere,
  wholeQuarters,
  withinQuarters,
  type WindowedFilter,
} from './rollup-window.ts';
import type { Scope } from './scope.ts';
import { fromSource, sourcesOf, type SubjectSource, type SubjectFilter } from './sources.ts';
import type { Subject } from './subjects.ts';
import { isTimeAxis, stepMs } from './time-axis.ts';

export interface AggregateQuestion extends AxisQuestion {
  metric: Metric;
  /** Groups to show, at most 10,000. */
  limit?: number;
}

/** Divides each group by a second axis: `places` are the values that get their own part; all others share one. */
interface GroupSplit {
  axis: Axis;
  tagKey?: string;
  places: readonly string[];
}

export type PartsQuestion = AggregateQuestion & { split?: GroupSplit };

export type AggregateFilter = WindowedFilter & SubjectFilter;

/** The value of `present` for the whole. 1: the row has the key; 0: it has none. */
export const WHOLE = 2;
/** The place of rows of all places. There are fewer places than that. */
export const EVERY_PLACE = 255;

const isDistinct = ({ metric }: AggregateQuestion): boolean => METRIC_SQL[metric].isDistinct === true;

/** Whether rows of the whole say what all groups are together. */
export const tellsWhole = (question: AggregateQuestion): boolean =>
  isDistinct(question) || listSql(question.of, question.axis) !== undefined;

/** The same for places. */
export const tellsEveryPlace = (question: PartsQuestion): boolean =>
  question.split !== undefined &&
  (isDistinct(question) || listSql(question.of, question.split.axis) !== undefined);

/** Rows without a key form a group too. */
export const tellsPresent = (question: AggregateQuestion): boolean =>
  tellsWhole(question) || presentSql(question) !== null;

/** Sums of costs tell what they do not include. */
export const tellsUnpriced = ({ metric }: AggregateQuestion): boolean => metric === 'cost';

export function aggregateParts(
  scope: Scope,
  filter: AggregateFilter,
  question: PartsQuestion,
  unloaded: Unloaded = {},
): { parts: string[]; params: Record<string, unknown> } {
  const { of = 'calls', axis, split } = question;
  const params = { ...keyParams(question), ...splitParams(question) };
  if (isOfPrompts(axis) || isOfPrompts(split?.axis))
    Object.assign(params, knownPromptParams(filter.known ?? []));
  const parts: string[] = [];
  const add = (source: SubjectSource, table: PartTable = 'rows') => {
    const { select, group } = partSql(question, table);
    parts.push(`${select}\n${fromSource(source)}\n${group}`);
    Object.assign(params, source.where.params);
  };
  if (of !== 'calls') {
    const { select } = partSql(question, 'rows');
    for (const source of sourcesOf(of, scope, filter, select, unloaded)) add(source);
    return { parts, params };
  }
  const calls = (from = 'calls'): SubjectSource => ({ from, where: callsIn(scope, filter) });
  const quarters = servedBySums(question) ? wholeQuarters(scope, filter) : null;
  if (!quarters) add(calls());
  else {
    add({ from: 'agg_15m', where: sumsWhere(scope, filter, quarters) }, 'sums');
    // The rollup does not know prices. There are few such calls, and one small column finds them.
    if (tellsUnpriced(question)) {
      const inside = withinQuarters(callsIn(scope, filter), quarters).and(UNPRICED);
      add({ from: 'calls', where: inside }, 'unpriced');
    }
    if (quarters.partial) add({ from: 'calls', where: outsideQuarters(callsIn(scope, filter), quarters) });
  }
  if (unloaded.unloaded !== undefined) add(calls(unloaded.unloaded));
  return { parts, params };
}

/** One condition says where retention ends and where the window begins: each takes the engine time to plan. */
const callsIn = (scope: Scope, { startMs, ...filter }: WindowedFilter) =>
  callsWhere({ ...scope, sinceMs: Math.max(scope.sinceMs, startMs - 1) }, filter);

/** The rollup has providers and models, and nothing finer than a quarter of an hour. */
const servedBySums = (question: PartsQuestion): boolean => {
  const { axis, offsetMinutes = 0, every, split } = question;
  return (
    !isDistinct(question) &&
    (split === undefined || split.axis === 'provider' || split.axis === 'model') &&
    (axis === 'provider' ||
      axis === 'model' ||
      (isTimeAxis(axis) && stepMs(axis, every) % QUARTER_MS === 0 && isOnQuarters(offsetMinutes)))
  );
};

type PartTable = 'rows' | 'sums' | 'unpriced';

// The rollup also has rows that subtract from others of the same key. So only the sum says how many calls
// there are, and the last time may be that of a call that was reclassified as an observation.
// With `unpriced`, the rows are beside the rollup, which has the calls themselves.
function partSql(question: PartsQuestion, table: PartTable): { select: string; group: string } {
  const { of = 'calls', metric, split } = question;
  const { amount, per } = METRIC_SQL[metric];
  const none = table === 'unpriced';
  const from = none ? 'rows' : table;
  const [count, seen] = from === 'rows' ? ['count()', 'max(timestamp)'] : ['sum(calls)', 'max(last_seen)'];
  const float = (sql: string, name: string): string => `toFloat64(${none ? '0' : sql}) AS ${name}`;
  const { columns, names: keys, joined } = keysSql(question, from === 'rows' ? 'timestamp' : 'bucket');
  columns.push(float(count, 'part_n'));
  columns.push(float(from === 'rows' ? amountSql(of, metric) : amount.sums, 'part_amount'));
  if (per) columns.push(float(per[from], 'part_per'));
  if (tellsUnpriced(question)) columns.push(...unpricedColumns(of, from));
  columns.push(none ? 'toInt64(0) AS part_seen' : `toUnixTimestamp64Milli(${seen}) AS part_seen`);
  if (split) {
    columns.push(`${placeSql(of, split, tellsEveryPlace(question))} AS place`);
    keys.push('place');
  }
  const each = joined === undefined ? '' : `WITH arrayJoin(${joined}) AS at\n`;
  return { select: `${each}SELECT ${columns.join(', ')}`, group: `GROUP BY ${keys.join(', ')}` };
}

function unpricedColumns(of: Subject, from: 'rows' | 'sums'): string[] {
  const [calls, tokens] = from === 'sums' ? ['0', '0'] : unpricedSql(of);
  return [`toFloat64(${calls}) AS part_unpriced`, `toFloat64(${tokens}) AS part_unpriced_tokens`];
}

interface Keys {
  columns: string[];
  names: string[];
  /** The groups of a row, as an array of (present, key). */
  joined?: string;
}

function keysSql(question: PartsQuestion, time: string): Keys {
  const eachOf = (joined: string): Keys => ({
    columns: ['at.1 AS present', 'at.2 AS key'],
    names: ['at'],
    joined,
  });
  const list = listSql(question.of, question.axis);
  if (list !== undefined)
    return eachOf(`arrayPushBack(arrayMap(one -> (1, toString(one)), ${list}), (${WHOLE}, ''))`);
  const present = presentSql(question);
  const key = keySql(question, time);
  if (tellsWhole(question)) {
    const [typed, none] = isTimeAxis(question.axis) ? ['toInt64', '0'] : ['toString', `''`];
    return eachOf(`[(toUInt8(${present ?? '1'}), ${typed}(${key})), (${WHOLE}, ${none})]`);
  }
  return present === null
    ? { columns: [`${key} AS key`], names: ['key'] }
    : { columns: [`${present} AS present`, `${key} AS key`], names: ['present', 'key'] };
}

/** 0: none of the places. */
function placeSql(of: Subject, { axis }: GroupSplit, everyPlace: boolean): string {
  const at = (key: string) => `toUInt8(indexOf({places: Array(String)}, ${key}))`;
  const list = listSql(of, axis);
  if (list !== undefined) {
    const places = `arrayFilter(each -> each != 0, arrayMap(one -> ${at('one')}, ${list}))`;
    return `arrayJoin(arrayPushBack(if(empty(${places}), [toUInt8(0)], ${places}), toUInt8(${EVERY_PLACE})))`;
  }
  const tag = tagSql(of, 'split');
  const place = axis === 'tag' ? `if(${tag.has}, ${at(tag.value)}, 0)` : at(keySql({ of, axis }));
  return everyPlace ? `arrayJoin([${place}, toUInt8(${EVERY_PLACE})])` : place;
}

const splitParams = ({ split }: PartsQuestion): Record<string, unknown> =>
  split ? { places: split.places, ...(split.axis === 'tag' ? { splitTag: split.tagKey ?? '' } : {}) } : {};
