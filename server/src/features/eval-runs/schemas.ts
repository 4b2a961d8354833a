import { Type, type Static } from 'typebox';
import { closed, Distinct, Id, Label, Nullable, OneOf, Timestamp } from '#lib/schema';
import { MAX_RUN_CRITERIA } from '#services/criteria';
import { StoredFilter } from '#services/record-access';
import { EvalReasonCode, Score } from '#services/scores';

const RUN_STATUSES = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;

const Count = Type.Integer({ minimum: 0 });

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
      Distinct(Id, {
        minItems: 1,
        maxItems: MAX_RUN_CRITERIA,
        description: 'Defaults to all criteria of the account and the global ones',
      }),
    ),
    filter: Type.Optional(StoredFilter),
    itemTag: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          'The tag whose value names the item that a call answers. Runs are then compared item by item. A value of the form `dataset/item`, two ids, also gives criteria the expected output of that item.',
      }),
    ),
    idempotencyKey: Type.Optional(IdempotencyKey),
  },
  { title: 'NewEvalRun' },
);
export type NewRun = Static<typeof NewRun>;

export const NewDatasetRun = closed(
  {
    idempotencyKey: Type.Optional(IdempotencyKey),
    criterionIds: NewRun.properties.criterionIds,
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'Version of the dataset; the current one by default',
      }),
    ),
    split: Type.Optional(
      Nullable(
        Type.String({ minLength: 1, maxLength: 50, description: 'Only items of this split; all by default' }),
      ),
    ),
  },
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
    split: Nullable(Type.String({ description: 'The split of the dataset that it is limited to' })),
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

export const RunDetail = Type.Object({
  run: Run,
  scores: Type.Array(Score),
  trajectoryScores: Type.Array(Score),
  truncated: Type.Boolean({ description: 'True if scores are missing, because an answer is at most 16 MiB' }),
});
export type RunDetail = Static<typeof RunDetail>;

export const RunParams = Type.Object({ id: Id });
