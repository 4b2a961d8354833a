// A score as it is stored and shown, whether a run or a rule made it.
import type { Selectable } from 'kysely';
import { Type, type Static } from 'typebox';
import { isoTime } from '#lib/clock';
import { readFigures } from '#lib/figures';
import { usd } from '#lib/money';
import { Id, Nullable, OneOf, Timestamp } from '#lib/schema';
import type { EvalScoresTable } from '#metadata';
import { EvalReasonCode } from './reasons.ts';
import { ScoreFigureValues } from './sentences.ts';

export const Score = Type.Object(
  {
    criterionId: Id,
    criterionName: Type.String(),
    callId: Type.String(),
    itemKey: Type.String({ description: 'The call, or the item of the dataset' }),
    traceId: Nullable(Type.String({ description: 'Set for a score over a whole trace' })),
    sessionId: Nullable(Type.String({ description: 'Set for a score over a whole session' })),
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

export type ScoreRow = Selectable<EvalScoresTable>;

export function presentScore(row: ScoreRow, names: ReadonlyMap<number, string>, itemKey: string): Score {
  return {
    criterionId: row.criterion_id,
    criterionName: names.get(row.criterion_id) ?? '',
    callId: row.call_id,
    itemKey,
    traceId: row.trace_id,
    sessionId: row.session_id,
    status: row.status,
    score: row.score,
    normalizedScore: row.normalized,
    label: row.label,
    reason: row.reason,
    reasoning: row.reasoning,
    ...readFigures(row.figures),
    judge: row.judge,
    costUsd: usd(row.cost_micros),
    createdAt: isoTime(row.created_at),
  };
}
