// The newest spans, by their run or session: what places these in a list by activity (newest-places.ts). Calls and other spans
// are read backwards in time, with the rows that are not loaded yet, so the engine stops when a page is full.
import { callsWhere, windowWhere, type CallFilter } from './call-filter.ts';
import type { Statement, Unloaded } from './question.ts';
import { isOfCalls } from './run-filter.ts';
import type { Scope, Where } from './scope.ts';

interface PlaceInOrder {
  /** Time of the newest span that matches. */
  atMs: number;
  id: string;
  /** Newer spans must not move a run or session of an earlier page to a later one. */
  untilMs: number;
}

export interface SpanPlaces {
  of: 'trace_id' | 'session_id';
  /** If it has more than a window, only calls can match. */
  filter: CallFilter;
  after: PlaceInOrder | null;
  /** Adds conditions on the run or session as a whole. */
  narrow?: (where: Where) => void;
}

const AFTER = 'fromUnixTimestamp64Milli({afterMs: Int64})';
const PLACE = `(${AFTER}, {afterId: String})`;

interface OrderSource {
  name: string;
  from: string;
  conditions: () => Where;
}

function orderSources(scope: Scope, { of, filter }: SpanPlaces, unloaded: Unloaded): OrderSource[] {
  const inGroup = `${of} != ''`;
  const source = (name: string, from: string | undefined, whereOf: typeof callsWhere): OrderSource[] =>
    from === undefined ? [] : [{ name, from, conditions: () => whereOf(scope, filter).and(inGroup) }];
  const ofCalls = [
    ...source('calls', 'calls', callsWhere),
    ...source('unloaded calls', unloaded.unloaded, callsWhere),
  ];
  return isOfCalls(filter)
    ? ofCalls
    : [
        ...ofCalls,
        ...source('observations', 'observations', windowWhere),
        ...source('unloaded observations', unloaded.unloadedObservations, windowWhere),
      ];
}

/** Each source with the spans that come after the place, which are not of runs or sessions of the pages before. */
function spansAfter(scope: Scope, order: SpanPlaces, unloaded: Unloaded) {
  const { of, after, narrow } = order;
  const sources = orderSources(scope, order, unloaded);
  const shown = (): string =>
    sources
      .map(({ from, conditions }) => {
        const where = conditions()
          .and(`timestamp >= ${AFTER}`)
          .and('timestamp <= fromUnixTimestamp64Milli({until: Int64})')
          .and(`(timestamp, ${of}) >= ${PLACE}`);
        return `SELECT ${of} FROM ${from} WHERE ${where.sql}`;
      })
      .join('\nUNION ALL ');
  return sources.map(({ name, from, conditions }) => {
    const where = conditions();
    narrow?.(where);
    if (after) {
      const { atMs: afterMs, id: afterId, untilMs: until } = after;
      where
        // The tables' key begins with the time: as a condition of its own, it lets the engine skip later
        // rows.
        .and(`timestamp <= ${AFTER}`, { afterMs, afterId })
        .and(`(timestamp, ${of}) < ${PLACE}`)
        .and(`${of} NOT IN (${shown()})`, { until });
    }
    return { name, from, where };
  });
}

/** The newest `rows` of each source, by run or session. */
export function spanOrderSql(
  scope: Scope,
  order: SpanPlaces,
  rows: number,
  unloaded: Unloaded = {},
): Statement {
  const { of } = order;
  const params = { rows };
  const parts = spansAfter(scope, order, unloaded).map(({ name, from, where }) => {
    Object.assign(params, where.params);
    return `(SELECT '${name}' AS source, ${of}, timestamp AS at
FROM ${from}
WHERE ${where.sql}
ORDER BY timestamp DESC, id DESC
LIMIT {rows: UInt32})`;
  });
  return {
    sql: `SELECT source, ${of} AS place_id, toUnixTimestamp64Milli(max(at)) AS at_ms, toUnixTimestamp64Milli(min(at)) AS from_ms, count() AS found
FROM (
${parts.join('\nUNION ALL\n')}
)
GROUP BY source, ${of}`,
    params,
  };
}

/** The next `limit` runs or sessions, by all their spans. */
export function everyPlaceSql(
  scope: Scope,
  order: SpanPlaces,
  limit: number,
  unloaded: Unloaded = {},
): Statement {
  const { of } = order;
  const params = { limit };
  const parts = spansAfter(scope, order, unloaded).map(({ from, where }) => {
    Object.assign(params, where.params);
    return `SELECT ${of}, timestamp AS at FROM ${from} WHERE ${where.sql}`;
  });
  return {
    sql: `SELECT ${of} AS place_id, toUnixTimestamp64Milli(max(at)) AS at_ms
FROM (
${parts.join('\nUNION ALL\n')}
)
GROUP BY ${of}
ORDER BY at_ms DESC, ${of} DESC
LIMIT {limit: UInt32}`,
    params,
  };
}
