// A page of calls, in any order that the interface offers. A page ends at the sort value, time and id of its
// last call, and the next one begins right behind it, however many calls arrive meanwhile.
import type { CallRef } from '../record.ts';
import { aboutFilter } from './about.ts';
import { CALL_NAMES, CALL_SELECT, callsFromRows, type CallRow, type ReadCall } from './call-columns.ts';
import { callsWhere, readsMuch, type CallFilter } from './call-filter.ts';
import { question } from './question.ts';
import type { Scope } from './scope.ts';
import { CALL_BYTES, queryWithin } from './within-bytes.ts';

export const SORT_COLUMNS = [
  'timestamp',
  'provider',
  'model',
  'total_tokens',
  'cost_usd',
  'latency_ms',
  'error',
] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

export interface CallOrder {
  by: SortColumn;
  descending: boolean;
}

export interface CallPlace extends CallRef {
  /** The value of the sort column. It is the time when that is the order. */
  value: string | number;
}

export interface CallPage {
  order: CallOrder;
  after: CallPlace | null;
  limit: number;
  /** Calls are left out once the calls before them reach this size. */
  maxBytes?: number;
}

const NUMERIC: ReadonlySet<SortColumn> = new Set(['total_tokens', 'cost_usd', 'latency_ms']);

export const selectCalls = question({
  name: 'selectCalls',
  heavy: (filter: CallFilter, { order }: CallPage) => order.by !== 'timestamp' || readsMuch(filter),
  about: aboutFilter,
  readsUnloaded: 'calls',
  run: async (engine, scope, filter: CallFilter, page: CallPage): Promise<ReadCall[]> => {
    const statement = (columns: string) => selectCallsSql(scope, filter, page, columns, engine.unloaded);
    if (page.maxBytes !== undefined) {
      const bound = { columns: CALL_SELECT, bytes: CALL_BYTES, max: page.maxBytes };
      return callsFromRows(await queryWithin<CallRow>(engine, { statement, ...bound }));
    }
    const { sql, params } = statement(CALL_SELECT);
    return callsFromRows(await engine.query<CallRow>(sql, params));
  },
});

export function selectCallsSql(
  scope: Scope,
  filter: CallFilter,
  { order, after, limit }: CallPage,
  columns = CALL_SELECT,
  unloaded?: string,
) {
  const where = callsWhere(scope, filter);
  const direction = order.descending ? 'DESC' : 'ASC';
  const keys = order.by === 'timestamp' ? ['timestamp', 'id'] : [order.by, 'timestamp', 'id'];
  if (after) {
    const type = NUMERIC.has(order.by) ? 'Float64' : 'String';
    const values = ['fromUnixTimestamp64Milli({afterMs: Int64})', '{afterId: String}'];
    if (order.by !== 'timestamp') values.unshift(`{afterValue: ${type}}`);
    where.and(`(${keys.join(', ')}) ${order.descending ? '<' : '>'} (${values.join(', ')})`, {
      afterMs: after.timestampMs,
      afterId: after.id,
      ...(order.by === 'timestamp' ? {} : { afterValue: after.value }),
    });
    // The table's key begins with the time: as a condition of its own, it lets the engine skip earlier rows.
    if (order.by === 'timestamp') {
      where.and(`timestamp ${order.descending ? '<=' : '>='} fromUnixTimestamp64Milli({afterMs: Int64})`);
    }
  }
  const first = `ORDER BY ${keys.map((key) => `${key} ${direction}`).join(', ')}\nLIMIT {limit: UInt32}`;
  const params = { ...where.params, limit };
  const firstOf = (from: string, names: string) =>
    `SELECT ${names}\nFROM ${from}\nWHERE ${where.sql}\n${first}`;
  if (unloaded === undefined) return { sql: firstOf('calls', columns), params };
  // A limit in each part lets the engine read the table in its order and stop early.
  const each = ['calls', unloaded].map((from) => `(${firstOf(from, CALL_NAMES)})`);
  return { sql: `SELECT ${columns}\nFROM (\n${each.join('\nUNION ALL\n')}\n)\n${first}`, params };
}

export function placeOf({ call }: ReadCall, { by }: CallOrder): CallPlace {
  const values: Record<SortColumn, string | number> = {
    timestamp: call.timestampMs,
    provider: call.provider,
    model: call.model,
    total_tokens: call.totalTokens,
    cost_usd: call.costUsd ?? 0,
    latency_ms: call.latencyMs,
    error: call.error ?? '',
  };
  return { value: values[by], timestampMs: call.timestampMs, id: call.id };
}
