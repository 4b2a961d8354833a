import { Type, type Static } from 'typebox';
import { closed, Nullable, OneOf, Timestamp } from '#lib/schema';
import { SESSION_SORTS } from '#records';
import { MAX_PREVIEW } from '#services/conversation';
import { RunConditions, Unpriced } from '#services/record-access';
import { Amount, CallsQuery } from './calls.ts';
import { SearchedFrom } from './trace-list.ts';

const {
  sortBy: _by,
  where: _ofCalls,
  content: _whole,
  search: _words,
  ...NARROWED_BY
} = CallsQuery.properties;

export const SessionsQuery = closed(
  {
    ...NARROWED_BY,
    where: Type.Optional(RunConditions),
    sortBy: Type.Optional(
      OneOf(
        SESSION_SORTS,
        'A figure of the whole session. The window is then about the start of its first span. By default: latest activity first',
      ),
    ),
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description:
          'Part of the model, an id, the error, the user, or a key or value of a tag; case-insensitive; not in content',
      }),
    ),
  },
  {
    title: 'SessionsQuery',
    description:
      'The fields select sessions in which at least one call matches, and without any all sessions; conditions on run.…, release and environment are about the whole session',
  },
);
export type SessionsQuery = Static<typeof SessionsQuery>;

const Count = Type.Integer({ minimum: 0 });

const SessionSummary = Type.Object(
  {
    sessionId: Type.String(),
    calls: Count,
    traces: Count,
    errors: Type.Integer({ minimum: 0, description: 'Spans that failed' }),
    costUsd: Amount,
    unpriced: Type.Optional(Unpriced),
    totalTokens: Amount,
    startTime: Timestamp,
    endTime: Timestamp,
    durationMs: Type.Number({
      minimum: 0,
      description: 'From the beginning of the first span to the last end',
    }),
    users: Type.Array(Type.String(), { maxItems: 3, description: 'Those with the most calls' }),
    models: Type.Array(Type.String(), { maxItems: 5, description: 'Those with the most calls' }),
    lastModel: Type.String({ description: 'The model of the last call; empty without a call' }),
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
    description: 'Covers all spans of the session, also those that do not match the query',
  },
);

export const Sessions = Type.Object(
  {
    sessions: Type.Array(SessionSummary, { maxItems: 200 }),
    nextCursor: Nullable(Type.String()),
    searchedFrom: SearchedFrom,
  },
  { title: 'Sessions', additionalProperties: false },
);
export type Sessions = Static<typeof Sessions>;
