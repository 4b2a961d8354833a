import { Type, type Static } from 'typebox';
import { closed, Nullable, Timestamp } from '#lib/schema';
import { MAX_PREVIEW } from '#services/conversation';
import { Unpriced } from '#services/record-access';
import { Amount, CallsQuery } from './calls.ts';

const {
  sortBy: _never,
  sortOrder: _neither,
  content: _whole,
  search: _words,
  ...NARROWED_BY
} = CallsQuery.properties;

export const SessionsQuery = closed(
  {
    ...NARROWED_BY,
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description:
          'Part of the model, an id, the error, the user, or a key or value of a tag; case-insensitive; not in content',
      }),
    ),
  },
  { title: 'SessionsQuery' },
);
export type SessionsQuery = Static<typeof SessionsQuery>;

const Count = Type.Integer({ minimum: 0 });

const SessionSummary = Type.Object(
  {
    sessionId: Type.String(),
    calls: Type.Integer({ minimum: 1 }),
    traces: Count,
    errors: Count,
    costUsd: Amount,
    unpriced: Type.Optional(Unpriced),
    totalTokens: Amount,
    startTime: Timestamp,
    endTime: Timestamp,
    durationMs: Type.Number({ minimum: 0, description: 'From the first call to the last' }),
    users: Type.Array(Type.String(), { maxItems: 3, description: 'Those with the most calls' }),
    models: Type.Array(Type.String(), { maxItems: 5, description: 'Those with the most calls' }),
    lastModel: Type.String({ description: 'The model of the last call' }),
    firstMessage: Type.Optional(
      Nullable(
        Type.String({
          maxLength: MAX_PREVIEW,
          description:
            'Only with `preview`: the first message of the user, on one line; null if it is not stored',
        }),
      ),
    ),
  },
  {
    title: 'SessionSummary',
    additionalProperties: false,
    description: 'Covers the calls of the session that match the query',
  },
);

export const Sessions = Type.Object(
  { sessions: Type.Array(SessionSummary, { maxItems: 200 }), nextCursor: Nullable(Type.String()) },
  { title: 'Sessions', additionalProperties: false },
);
export type Sessions = Static<typeof Sessions>;
