import { Type, type Static } from 'typebox';
import { closed, Distinct } from '#lib/schema';

export const ProposeOrder = closed(
  {
    useCaseHint: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description: 'What the application does, and what matters about its answers',
    }),
    sampleCallIds: Type.Optional(
      Distinct(Type.String({ minLength: 1, maxLength: 256 }), {
        maxItems: 5,
        description: 'Calls of the account whose stored content shows what the application does',
      }),
    ),
    maxCriteria: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, default: 5 })),
  },
  { title: 'ProposeCriteria' },
);
export type ProposeOrder = Static<typeof ProposeOrder>;

export const ProposedCriterion = Type.Object(
  {
    name: Type.String(),
    rubric: Type.String(),
    scaleMin: Type.Number(),
    scaleMax: Type.Number(),
    reasoning: Type.String({ description: 'Why this is worth scoring here' }),
  },
  { title: 'ProposedCriterion', additionalProperties: false },
);
export type ProposedCriterion = Static<typeof ProposedCriterion>;

export const Proposals = Type.Object(
  {
    criteria: Type.Array(ProposedCriterion),
    partialFailures: Type.Array(
      Type.Object({ callId: Type.String(), reason: Type.String(), message: Type.String() }),
      { description: 'Samples that could not be shown to the judge' },
    ),
    budgetSpentUsd: Type.Number({ minimum: 0 }),
    proposedRawCount: Type.Integer({ minimum: 0, description: 'Number of criteria that the judge proposed' }),
    droppedCount: Type.Integer({
      minimum: 0,
      description: 'Number of those that were unusable, near duplicates, or beyond the requested number',
    }),
  },
  { title: 'ProposedCriteria', additionalProperties: false },
);
export type Proposals = Static<typeof Proposals>;
