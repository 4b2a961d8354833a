import { Type, type Static } from 'typebox';
import { Id, Nullable, Timestamp } from '#lib/schema';

const Count = Type.Integer({ minimum: 0 });
const Milliseconds = Nullable(Type.Number({ minimum: 0 }));

const Scores = Type.Object(
  {
    human: Nullable(
      Type.Object({ mean: Type.Number({ description: 'Mean of the quality scores, 1 to 5' }), count: Count }),
    ),
    judge: Type.Array(
      Type.Object({
        criterionId: Id,
        mean: Type.Number({ description: '0 to 1 of the criterion’s scale' }),
        count: Count,
      }),
    ),
  },
  { title: 'PromptScores' },
);
export type VersionScores = Static<typeof Scores>;

const VersionUsage = Type.Object(
  {
    version: Nullable(Type.String({ description: 'Null for calls that name the prompt without a version' })),
    promptId: Nullable(Type.Integer({ description: 'Null if the registry has no such version' })),
    calls: Count,
    costUsd: Type.Number(),
    totalTokens: Type.Number(),
    meanLatencyMs: Milliseconds,
    p95LatencyMs: Milliseconds,
    errorRate: Type.Number({ minimum: 0, maximum: 1 }),
    lastCallAt: Nullable(Timestamp),
    scores: Scores,
  },
  { title: 'PromptVersionUsage' },
);
export type VersionUsage = Static<typeof VersionUsage>;

export const PromptUsageReply = Type.Object(
  {
    name: Type.String(),
    startTime: Timestamp,
    endTime: Timestamp,
    versions: Type.Array(VersionUsage),
  },
  { title: 'PromptUsage' },
);
export type PromptUsageReply = Static<typeof PromptUsageReply>;

export const UsageQuery = Type.Object({
  startTime: Type.Optional(Timestamp),
  endTime: Type.Optional(Timestamp),
});
export type UsageQuery = Static<typeof UsageQuery>;
