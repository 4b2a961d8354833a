import { Type, type Static } from 'typebox';
import { closed, Nullable, OneOf, Timestamp } from '#lib/schema';
import { MAX_LABEL, MAX_SCORE_NAME } from '#services/record-access';

export const DATA_TYPES = ['numeric', 'boolean', 'categorical', 'text'] as const;
export type ScoreDataType = (typeof DATA_TYPES)[number];

export const SOURCES = ['api', 'human', 'judge', 'rule'] as const;
export type ScoreSource = (typeof SOURCES)[number];

export const MAX_SCORES = 100;
export const MAX_ID = 256;
export const MAX_SCORE_TEXT = 10_000;
export const MAX_METADATA_BYTES = 16_384;

const Link = (description: string) => Nullable(Type.String({ minLength: 1, maxLength: MAX_ID, description }));

const DataType = OneOf(DATA_TYPES);
const Source = OneOf(SOURCES, 'api: a program; human: a person; judge: a model; rule: a deterministic check');

export const ShownScore = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    dataType: DataType,
    value: Nullable(
      Type.Union([Type.Number(), Type.Boolean(), Type.String()], {
        description:
          'A number, true or false, a category or a text, by `dataType`; null for a text that was not stored without consent',
      }),
    ),
    comment: Nullable(Type.String()),
    source: Source,
    callId: Nullable(Type.String()),
    traceId: Nullable(Type.String()),
    spanId: Nullable(Type.String()),
    sessionId: Nullable(Type.String()),
    runId: Nullable(Type.String()),
    metadata: Nullable(Type.Record(Type.String(), Type.Unknown())),
    createdAt: Timestamp,
  },
  { title: 'Score', additionalProperties: false },
);
export type ShownScore = Static<typeof ShownScore>;

/** Documentation only: read-score.ts validates each score on its own and gives the reason for a rejection. */
const NewScore = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_ID,
        description: 'A score with the same id is replaced. Without an id, the service generates one.',
      }),
    ),
    name: Type.String({ minLength: 1, maxLength: MAX_SCORE_NAME }),
    dataType: Type.Optional(
      OneOf(DATA_TYPES, 'By default: numeric for a number, boolean for true and false, categorical for text'),
    ),
    value: Type.Union([Type.Number(), Type.Boolean(), Type.String({ maxLength: MAX_SCORE_TEXT })], {
      description: `A boolean may be 0 or 1. A category has at most ${MAX_LABEL} characters, a text ${MAX_SCORE_TEXT}.`,
    }),
    comment: Type.Optional(Nullable(Type.String({ maxLength: MAX_SCORE_TEXT }))),
    source: Type.Optional(Source),
    callId: Type.Optional(Link('Id of a call')),
    traceId: Type.Optional(Link('Id of a trace; with `spanId`, of the trace of the span')),
    spanId: Type.Optional(Link('Id of a span; without `traceId`, the trace is looked up')),
    sessionId: Type.Optional(Link('Id of a session')),
    runId: Type.Optional(Link('Id of an evaluation run')),
    metadata: Type.Optional(
      Nullable(Type.Record(Type.String(), Type.Unknown(), { description: 'At most 16 KiB of JSON' })),
    ),
    createdAt: Type.Optional(Timestamp),
  },
  {
    title: 'NewScore',
    description:
      'At least one of `callId`, `traceId`, `spanId`, `sessionId` and `runId` is required. The record that it refers to may arrive later.',
  },
);

export const NewScores = Type.Union([
  Type.Object({ scores: Type.Array(NewScore, { maxItems: MAX_SCORES }) }),
  NewScore,
]);

const SCORE_REJECTION_CODES = [
  'field_rule',
  'timestamp_too_old',
  'timestamp_in_future',
  'too_many_scores',
  'score_of_another_key',
] as const;
export type ScoreRejectionCode = (typeof SCORE_REJECTION_CODES)[number];

export const ScoresReply = Type.Object(
  {
    accepted: Type.Integer({ minimum: 0, description: 'Number of stored scores, new or replaced' }),
    ids: Type.Array(Type.String(), {
      description: 'The ids of the accepted scores, in the order of the request',
    }),
    textDropped: Type.Integer({
      minimum: 0,
      description:
        'Accepted scores whose comment, text or metadata was not stored, because the account has not consented',
    }),
    rejected: Type.Array(
      Type.Object({
        index: Type.Integer({ minimum: 0, description: 'Position in the request, from 0' }),
        id: Nullable(Type.String()),
        reason: Type.String({
          description: 'The field, the rule and the value, as a sentence. Its wording may change.',
        }),
        code: OneOf(SCORE_REJECTION_CODES, 'Machine-readable form of `reason`'),
        field: Nullable(Type.String({ description: 'Null if the score as a whole is invalid' })),
      }),
    ),
  },
  { title: 'ScoresReply' },
);
export type ScoresReply = Static<typeof ScoresReply>;

export const ScoreParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: MAX_ID }) });

/** Which scores: the fields that a list and an aggregate share. */
const SELECTED_BY = {
  name: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_SCORE_NAME, description: 'Exact' })),
  source: Type.Optional(OneOf(SOURCES)),
  dataType: Type.Optional(OneOf(DATA_TYPES)),
  from: Type.Optional({ ...Timestamp, description: 'Created at this time or later' }),
  to: Type.Optional({ ...Timestamp, description: 'Created before this time' }),
};

const Exact = (what: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: MAX_ID, description: what }));

export const ScoresQuery = closed({
  ...SELECTED_BY,
  callId: Exact('Scores of this call'),
  traceId: Exact('Scores of this trace, and of its spans where the score names the trace'),
  sessionId: Exact('Scores of this session'),
  runId: Exact('Scores of this evaluation run'),
  value: Type.Optional(
    Type.String({ minLength: 1, maxLength: MAX_LABEL, description: 'A category, or true or false' }),
  ),
  minValue: Type.Optional(Type.Number({ description: 'Numeric scores of at least this' })),
  maxValue: Type.Optional(Type.Number({ description: 'Numeric scores of at most this' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
export type ScoresQuery = Static<typeof ScoresQuery>;

export const ScoresPage = Type.Object(
  { scores: Type.Array(ShownScore, { maxItems: 200 }), nextCursor: Nullable(Type.String()) },
  { title: 'ScoresPage', additionalProperties: false },
);
export type ScoresPage = Static<typeof ScoresPage>;
