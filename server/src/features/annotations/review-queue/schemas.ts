import { Type, type Static } from 'typebox';
import { closed, Nullable, OneOf, Timestamp } from '#lib/schema';
import { ScoreFigureValues } from '#services/scores';
import { Call } from '#features/query';
import { SafetyAssessment } from '#features/safety';

const REASONS = ['error', 'flagged', 'low_score', 'judge_disagreement', 'recent'] as const;

const part = {
  windowDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, default: 30 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
};
export const ReviewQueueQuery = Type.Object(part);
export const ReviewClaimOrder = closed(part, { title: 'ReviewClaim' });
export type ReviewQueueQuery = Static<typeof ReviewQueueQuery>;

/** The score that put a call into the queue. */
const ReviewScore = Type.Object({
  criterionId: Type.Integer(),
  score: Nullable(Type.Number({ description: "On the criterion's scale" })),
  normalized: Type.Number({ description: "0 to 1 of the criterion's scale" }),
  spread: Type.Number({
    description: 'Distance to the highest score of this call by the same criterion, 0 to 1',
  }),
  label: Nullable(Type.String()),
  reasoning: Type.String(),
  code: Nullable(
    Type.String({ description: 'Machine-readable form of `reasoning`; null if a judge wrote it' }),
  ),
  values: ScoreFigureValues,
  judge: Nullable(Type.String({ description: 'null: scored by a rule, not by a model' })),
});
export type ReviewScore = Static<typeof ReviewScore>;

/** Flags of a classifier, whatever put the call into the queue. */
const ReviewSafety = Type.Object({
  assessmentId: Type.Integer(),
  labels: Type.Array(Type.String()),
  score: Type.Number({ minimum: 0, maximum: 1 }),
  reasoning: Type.String(),
  code: SafetyAssessment.properties.code,
  values: SafetyAssessment.properties.values,
  classifierId: Type.String(),
});

const ReviewItem = Type.Object({
  call: Call,
  reason: OneOf(REASONS, 'Why the call is in the queue'),
  score: Nullable(ReviewScore),
  safety: Nullable(ReviewSafety),
  claimedUntil: Nullable(Timestamp),
});
export type ReviewItem = Static<typeof ReviewItem>;

const Coverage = Type.Object({
  total: Type.Integer({ description: 'Calls in the window' }),
  reviewed: Type.Integer({ description: 'Calls in the window with a quality score' }),
  pending: Type.Integer(),
  coveragePct: Type.Number({ minimum: 0, maximum: 100, description: 'To one decimal; 0 without calls' }),
});
export type Coverage = Static<typeof Coverage>;

export const ReviewQueue = Type.Object(
  { items: Type.Array(ReviewItem), coverage: Coverage },
  { title: 'ReviewQueue' },
);
export type ReviewQueue = Static<typeof ReviewQueue>;
