import { Type, type Static } from 'typebox';
import { closed } from '#lib/schema';
import { DEFAULT_USD, MAX_USD, MIN_USD } from './money.ts';

const dollars = (description: string) => Type.Number({ minimum: 0, description });

export const LlmFeatureBudget = Type.Object(
  {
    budgetUsd: dollars('US dollars a month; on Free always the default'),
    spentUsd: dollars('Spent in this month; may lie above the budget after it was lowered'),
    remainingUsd: dollars('The budget without what is spent; never below 0'),
    periodStart: Type.String({
      pattern: '^\\d{4}-\\d{2}$',
      description: 'The month, by UTC',
      examples: ['2026-06'],
    }),
    defaultBudgetUsd: dollars('The budget of an account that has chosen none'),
    minBudgetUsd: dollars('The smallest that can be chosen'),
    maxBudgetUsd: dollars('The largest that can be chosen'),
  },
  { title: 'LlmFeatureBudget' },
);
export type LlmFeatureBudget = Static<typeof LlmFeatureBudget>;

// Steps are checked by the verb: validators take a remainder of doubles, which is wrong for 8.2.
export const NewLlmFeatureBudget = closed(
  {
    budgetUsd: Type.Number({
      minimum: MIN_USD,
      maximum: MAX_USD,
      description: 'US dollars a month, in steps of 0.01',
      examples: [DEFAULT_USD],
    }),
  },
  { title: 'NewLlmFeatureBudget' },
);
export type NewLlmFeatureBudget = Static<typeof NewLlmFeatureBudget>;
