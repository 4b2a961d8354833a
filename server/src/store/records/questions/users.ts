// The users that calls name, with the totals of their calls in a window.
import { aboutFilter } from './about.ts';
import { callsWhere } from './call-filter.ts';
import { question } from './question.ts';
import type { WindowedFilter } from './rollup-window.ts';
import type { Scope } from './scope.ts';
import { UNPRICED_SUMS, unpricedOf, type UnpricedCalls, type UnpricedRow } from './unpriced.ts';

export const USER_ORDERS = ['lastSeen', 'calls', 'sessions', 'cost', 'tokens', 'errors'] as const;
type UserOrder = (typeof USER_ORDERS)[number];

export interface UserQuestion {
  /** Part of the id, case-insensitive. */
  search?: string;
  order: UserOrder;
  limit: number;
}

/** Totals over the matching calls. */
export interface UserFigures {
  userId: string;
  calls: number;
  sessions: number;
  traces: number;
  errors: number;
  costUsd: number;
  /** If there are such calls. */
  unpriced?: UnpricedCalls;
  totalTokens: number;
  /** Time of the first call and of the last. */
  firstMs: number;
  lastMs: number;
}

interface UserList {
  /** The highest first; ties by id. */
  users: UserFigures[];
  /** How many match, shown or not. */
  total: number;
}

interface Row extends UnpricedRow {
  user_id: string;
  found: number;
  sessions: number;
  traces: number;
  failed: number;
  cost: number;
  tokens: number;
  first_ms: string;
  last_ms: string;
  total: number;
}

const COLUMNS: Readonly<Record<UserOrder, string>> = {
  lastSeen: 'last_ms',
  calls: 'found',
  sessions: 'sessions',
  cost: 'cost',
  tokens: 'tokens',
  errors: 'failed',
};

export const selectUsers = question({
  name: 'selectUsers',
  heavy: true,
  about: aboutFilter,
  run: async (engine, scope, filter: WindowedFilter, wanted: UserQuestion): Promise<UserList> => {
    const { sql, params } = usersSql(scope, filter, wanted);
    const rows = await engine.query<Row>(sql, params);
    return { users: rows.map(fromRow), total: rows[0]?.total ?? 0 };
  },
});

export function usersSql(scope: Scope, filter: WindowedFilter, { search, order, limit }: UserQuestion) {
  const where = callsWhere(scope, filter).and(`user_id != ''`);
  if (search !== undefined)
    where.and('positionCaseInsensitiveUTF8(user_id, {userPart: String}) > 0', { userPart: search });
  return {
    sql: `SELECT user_id, toFloat64(count()) AS found, toFloat64(uniqExactIf(session_id, session_id != '')) AS sessions,
  toFloat64(uniqExactIf(trace_id, trace_id != '')) AS traces, toFloat64(countIf(error != '')) AS failed,
  sum(cost_usd) AS cost, sum(total_tokens) AS tokens, ${UNPRICED_SUMS},
  toUnixTimestamp64Milli(min(timestamp)) AS first_ms, toUnixTimestamp64Milli(max(timestamp)) AS last_ms,
  toFloat64(count() OVER ()) AS total
FROM calls
WHERE ${where.sql}
GROUP BY user_id
ORDER BY ${COLUMNS[order]} DESC, user_id
LIMIT {limit: UInt32}`,
    params: { ...where.params, limit },
  };
}

const fromRow = (row: Row): UserFigures => ({
  userId: row.user_id,
  calls: row.found,
  sessions: row.sessions,
  traces: row.traces,
  errors: row.failed,
  costUsd: row.cost,
  ...unpricedOf(row),
  totalTokens: row.tokens,
  firstMs: Number(row.first_ms),
  lastMs: Number(row.last_ms),
});
