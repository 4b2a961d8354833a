// A page of calls, in any of the orders that the interface offers. The place where a page ended is the sort value, time and id
// of its last call, so the next one begins right behind it however many arrive meanwhile.
import type { RecordsEngine } from '../engine/engine.ts';
import { CALL_NAMES, CALL_SELECT, callsFromRows, type CallRow, type ReadCall } from './call-columns.ts';
import { callsWhere, type CallFilter } from './call-filter.ts';
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

export interface CallPlace {
  /** The value of the sort column; the time itself when that is what is sorted by. */
  value: string | number;
  timestampMs: number;
  id: string;
}

export interface CallPage {
  order: CallOrder;
  after: CallPlace | null;
  limit: number;
  /** Calls are left out once those before them come to so much. */
  maxBytes?: number;
}

const NUMERIC: ReadonlySet<SortColumn> = new Set(['total_tokens', 'cost_usd', 'latency_ms']);

export async function listCalls(
  engine: RecordsEngine,
  scope: Scope,
  filter: CallFilter,
  page: CallPage,
): Promise<ReadCall[]> {
  const statement = (columns: string) => listCallsSql(scope, filter, page, columns, engine.unloaded);
  if (page.maxBytes !== undefined) {
    const bound = { columns: CALL_SELECT, bytes: CALL_BYTES, max: page.maxBytes };
    return callsFromRows(await queryWithin<CallRow>(engine, { statement, ...bound }));
  }
  const { sql, params } = statement(CALL_SELECT);
  return callsFromRows(await engine.query<CallRow>(sql, params));
}

export function listCallsSql(
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
    // The key of the table begins with the time: said apart, it lets the engine skip what lies before.
    if (order.by === 'timestamp') {
      where.and(`timestamp ${order.descending ? '<=' : '>='} fromUnixTimestamp64Milli({afterMs: Int64})`);
    }
  }
  const first = `ORDER BY ${keys.map((key) => `${key} ${direction}`).join(', ')}\nLIMIT {limit: UInt32}`;
  const params = { ...where.params, limit };
  const firstOf = (from: string, names: string) =>
    `SELECT ${names}\nFROM ${from}\nWHERE ${where.sql}\n${first}`;
  if (unloaded === undefined) return { sql: firstOf('calls', columns), params };
  // The first of each, so that the table is read in its order and only as far as it has to be.
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
