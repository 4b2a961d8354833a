import { Type, type Static } from 'typebox';
import { closed } from '#lib/schema';
import { DEFAULT_USD, MAX_BUDGET_USD, MIN_USD } from '#services/models';

const dollars = (description: string) => Type.Number({ minimum: 0, description });

export const LlmFeatureBudget = Type.Object(
  {
    budgetUsd: dollars('US dollars a month; on Free always the default'),
    spentUsd: dollars('Spent this month; may exceed a budget that was lowered'),
    remainingUsd: dollars('Budget minus spend; never below 0'),
    periodStart: Type.String({
      pattern: '^\\d{4}-\\d{2}$',
      description: 'The month, by UTC',
      examples: ['2026-06'],
    }),
    defaultBudgetUsd: dollars('Default budget'),
    minBudgetUsd: dollars('Smallest allowed budget'),
    maxBudgetUsd: dollars('Largest allowed budget'),
  },
  { title: 'LlmFeatureBudget' },
);
export type LlmFeatureBudget = Static<typeof LlmFeatureBudget>;

// The verb checks the step, because validators use a remainder of doubles, which is wrong for 8.2.
export const NewLlmFeatureBudget = closed(
  {
    budgetUsd: Type.Number({
      minimum: MIN_USD,
      maximum: MAX_BUDGET_USD,
      description: 'US dollars a month, in steps of 0.01',
      examples: [DEFAULT_USD],
    }),
  },
  { title: 'NewLlmFeatureBudget' },
);
export type NewLlmFeatureBudget = Static<typeof NewLlmFeatureBudget>;
