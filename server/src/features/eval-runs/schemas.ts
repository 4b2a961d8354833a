import { Type, type Static } from 'typebox';
import { closed, Id, Label, Nullable, OneOf, Timestamp } from '#lib/schema';
import { RunFilter } from '#features/query';
import { EvalReasonCode } from './reasons.ts';
import { ScoreFigureValues } from './sentences.ts';

export const RUN_STATUSES = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;

const Count = Type.Integer({ minimum: 0 });

export const MAX_CRITERIA = 20;
export const MAX_RECENT = 500;

const IdempotencyKey = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The same key within 60 minutes returns the run of the first request',
});

export const NewRun = closed(
  {
    name: Label(100),
    recentCount: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_RECENT,
        default: 50,
        description: 'Number of newest calls',
      }),
    ),
    label: Type.Optional(Label(100)),
    promptRegistryId: Type.Optional(Id),
    criterionIds: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: MAX_CRITERIA,
        uniqueItems: true,
        description: 'Defaults to all criteria of the account and the global ones',
      }),
    ),
    filter: Type.Optional(RunFilter),
    idempotencyKey: Type.Optional(IdempotencyKey),
  },
  { title: 'NewEvalRun' },
);
export type NewRun = Static<typeof NewRun>;

export const NewDatasetRun = closed(
  { idempotencyKey: Type.Optional(IdempotencyKey), criterionIds: NewRun.properties.criterionIds },
  { title: 'NewDatasetRun' },
);
export type NewDatasetRun = Static<typeof NewDatasetRun>;

export const Run = Type.Object(
  {
    id: Id,
    name: Type.String(),
    status: OneOf(RUN_STATUSES),
    source: OneOf(['recent', 'dataset']),
    label: Nullable(Type.String()),
    datasetId: Nullable(Id),
    datasetVersion: Nullable(Id),
    promptRegistryId: Nullable(Id),
    recentCount: Nullable(Id),
    callCount: Count,
    scoredCount: Type.Integer({ minimum: 0, description: 'Completed scores, of (criterion x call)' }),
    failedCount: Type.Integer({ minimum: 0, description: 'Scores that failed; each has a reason' }),
    pendingCount: Type.Integer({ minimum: 0, description: 'Scores still to be made' }),
    meanScores: Type.Array(
      Type.Object({
        criterionId: Id,
        name: Type.String(),
        mean: Type.Number(),
        normalizedMean: Type.Number({ description: '0 to 1 of the scale of the criterion' }),
        count: Count,
      }),
    ),
    costUsd: Type.Number({ minimum: 0 }),
    createdAt: Timestamp,
    startedAt: Nullable(Timestamp),
    completedAt: Nullable(Timestamp),
    error: Nullable(Type.String({ description: 'Why the run failed, or why part of it was not scored' })),
    errorReason: Nullable(EvalReasonCode('Machine-readable; the most frequent reason')),
  },
  { title: 'EvalRun', additionalProperties: false },
);
export type Run = Static<typeof Run>;

export const Score = Type.Object(
  {
    criterionId: Id,
    criterionName: Type.String(),
    callId: Type.String(),
    itemKey: Type.String({ description: 'The call, or the item of the dataset' }),
    traceId: Nullable(Type.String({ description: 'Set for a score over a whole trace' })),
    status: OneOf(['scored', 'failed']),
    score: Nullable(Type.Number()),
    normalizedScore: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
    label: Nullable(Type.String()),
    reason: Nullable(EvalReasonCode('Machine-readable reason why there is no score')),
    reasoning: Type.String({ description: 'Explanation of the judge or the rule, or why there is no score' }),
    code: Nullable(
      Type.String({ description: 'Machine-readable form of `reasoning`; null if a judge wrote it' }),
    ),
    values: ScoreFigureValues,
    judge: Nullable(Type.String({ description: 'provider/model; null for a deterministic criterion' })),
    costUsd: Type.Number({ minimum: 0 }),
    createdAt: Timestamp,
  },
  { title: 'EvalScore', additionalProperties: false },
);
export type Score = Static<typeof Score>;

export const RunDetail = Type.Object({
  run: Run,
  scores: Type.Array(Score),
  trajectoryScores: Type.Array(Score),
  truncated: Type.Boolean({ description: 'True if scores are missing, because an answer is at most 16 MiB' }),
});
export type RunDetail = Static<typeof RunDetail>;

export const RunParams = Type.Object({ id: Id });
