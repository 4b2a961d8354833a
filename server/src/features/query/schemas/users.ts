import { Type, type Static } from 'typebox';
import { closed, OneOf, Timestamp } from '#lib/schema';
import { USER_ORDERS } from '#records';
import { FILTER_FIELDS, Text, Unpriced } from '#services/record-access';
import { Amount, CallsQuery } from './calls.ts';

const { traceId, sessionId, userId, minLatencyMs, minCostUsd, scores } = CallsQuery.properties;

export const UsersQuery = closed(
  {
    ...FILTER_FIELDS,
    traceId,
    sessionId,
    userId,
    minLatencyMs,
    minCostUsd,
    scores,
    search: Type.Optional(Text(256, 'Part of the id of the user, case-insensitive')),
    sortBy: Type.Optional(OneOf(USER_ORDERS, 'Highest first; lastSeen by default')),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  },
  { title: 'UsersQuery', description: 'Default window: the last 30 days.' },
);
export type UsersQuery = Static<typeof UsersQuery>;

const Count = Type.Integer({ minimum: 0 });

const UserSummary = Type.Object(
  {
    userId: Type.String(),
    calls: Type.Integer({ minimum: 1 }),
    sessions: Count,
    traces: Count,
    errors: Count,
    costUsd: Amount,
    unpriced: Type.Optional(Unpriced),
    totalTokens: Amount,
    firstSeen: Timestamp,
    lastSeen: Timestamp,
  },
  {
    title: 'UserSummary',
    additionalProperties: false,
    description: 'Covers the calls of the user that match the query',
  },
);

export const Users = Type.Object(
  {
    users: Type.Array(UserSummary, { maxItems: 200 }),
    total: Type.Integer({ minimum: 0, description: 'Number of matching users, listed or not' }),
  },
  { title: 'Users', additionalProperties: false },
);
export type Users = Static<typeof Users>;
