import { Type, type Static } from 'typebox';
import { Id, Nullable, OneOf } from '#lib/schema';
import { COMPARISON_FIELDS, GATE_FIELDS } from '#services/score-comparison';

const { criterionDeltas, overall, verdict } = COMPARISON_FIELDS;
const { violations, cautions } = GATE_FIELDS;

const Count = Type.Integer({ minimum: 0 });
const Share = Type.Number({ minimum: 0, maximum: 1 });

const ShareInterval = Type.Object(
  { mean: Share, low: Share, high: Share },
  { description: 'A mean of normalised scores with its 95 % interval' },
);
export type ShareInterval = Static<typeof ShareInterval>;

const LeaderboardEntry = Type.Object(
  {
    variant: Count,
    name: Type.String(),
    doneCount: Count,
    failedCount: Count,
    invalidOutputs: Nullable(
      Type.Integer({
        minimum: 0,
        description: 'Answers that do not match the output schema; null if there is none',
      }),
    ),
    score: Nullable(ShareInterval),
    criteria: Type.Array(
      Type.Object({
        criterionId: Id,
        name: Type.String(),
        count: Count,
        unscoredCount: Count,
        score: Nullable(ShareInterval),
      }),
    ),
    costUsd: Type.Number({ minimum: 0 }),
    costPerAnswerUsd: Nullable(Type.Number({ minimum: 0 })),
    latencyMs: Nullable(Type.Object({ p50: Count, p95: Count })),
    inputTokens: Count,
    outputTokens: Count,
    human: Nullable(
      Type.Object(
        { good: Count, bad: Count, mean: Share, low: Share, high: Share },
        { description: 'Verdicts of people; the share that is good, with its interval' },
      ),
    ),
    comparison: Nullable(
      Type.Object(
        {
          verdict,
          pBetter: Nullable(
            Type.Number({
              description:
                'One-sided: the chance of a gain this large if nothing changed, adjusted for the number of variants (Holm)',
            }),
          ),
          explanation: Type.String(),
          overall,
          criterionDeltas,
          gate: Type.Object({
            pass: Type.Boolean(),
            verdict: OneOf(['pass', 'fail', 'inconclusive']),
            violations,
            cautions,
          }),
        },
        { description: 'With the baseline, paired by item; null for the baseline itself' },
      ),
    ),
  },
  { title: 'LeaderboardEntry', additionalProperties: false },
);
export type LeaderboardEntry = Static<typeof LeaderboardEntry>;

export const Leaderboard = Type.Object(
  {
    baseline: Count,
    winner: Nullable(
      Type.Integer({
        minimum: 0,
        description:
          'The best variant that is proven to beat the baseline: pBetter < 0.05, and its gate does not fail. Null without proof, and until the experiment is done',
      }),
    ),
    verdict: Nullable(
      OneOf(
        ['better', 'no_difference', 'inconclusive'],
        'better: there is a winner; no_difference: the data rule out that any variant is better by 0.1 of the scale; inconclusive: they do not. Null if nothing was compared, and until the experiment is done',
      ),
    ),
    entries: Type.Array(LeaderboardEntry, { description: 'Best first' }),
  },
  { title: 'ExperimentLeaderboard', additionalProperties: false },
);
export type Leaderboard = Static<typeof Leaderboard>;
