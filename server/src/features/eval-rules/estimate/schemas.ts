import { Type, type Static } from 'typebox';
import { closed, Nullable, OneOf } from '#lib/schema';
import { NewRule } from '../schemas.ts';

const { criterionId, filter, scope, samplePct } = NewRule.properties;

export const RuleEstimateOrder = closed(
  { criterionId, filter, scope, samplePct },
  { title: 'EvalRuleEstimateOrder' },
);
export type RuleEstimateOrder = Static<typeof RuleEstimateOrder>;

const Amount = (description: string) => Type.Number({ minimum: 0, description });
const Dollars = (description: string) => Nullable(Amount(description));

export const RuleEstimate = Type.Object(
  {
    windowDays: Amount('Days of the last 7 that the figures cover: since the first call that matches'),
    matchingCalls: Type.Integer({
      minimum: 0,
      description: 'Calls, traces or sessions of the last 7 days that match',
    }),
    matchingPerDay: Amount('Calls, traces or sessions a day that match'),
    contentPct: Amount('Percentage of the newest of them whose content is stored; others cannot be scored'),
    scoredPerDay: Amount('Calls, traces or sessions a day that would be scored'),
    basis: OneOf(
      ['free', 'measured', 'tokens', 'unknown_price', 'no_model'],
      'How `costPerScoreUsd` was found: no model is asked; the mean of past scores; the sizes of the calls and the price of the model; its price is unknown; there is no model',
    ),
    model: Nullable(Type.String({ description: 'provider/model that is asked' })),
    measuredScores: Type.Integer({ minimum: 0, description: 'Past scores of this criterion by this model' }),
    sampledCalls: Type.Integer({
      minimum: 0,
      description: 'Calls, traces or sessions whose sizes were read',
    }),
    inputTokens: Nullable(Amount('Tokens that the model reads for one score, for the basis `tokens`')),
    outputTokens: Nullable(Amount('Tokens that the model writes for one score, for the basis `tokens`')),
    costPerScoreUsd: Dollars('null if it is unknown'),
    costPerDayUsd: Dollars('null if it is unknown'),
    costPerMonthUsd: Dollars('Of 30 days; null if it is unknown'),
    budget: Nullable(
      Type.Object(
        {
          connection: Nullable(
            Type.String({ description: 'The model connection that pays; null for the LLM-feature budget' }),
          ),
          remainingUsd: Dollars('Left of this month; null without a limit'),
          remainingTodayUsd: Dollars('Left of this day; null without a limit'),
          lastsDays: Dollars('How long the rest of this month would last; null if it does not end'),
        },
        { additionalProperties: false, description: 'null if nothing is to be paid' },
      ),
    ),
  },
  { title: 'EvalRuleEstimate', additionalProperties: false },
);
export type RuleEstimate = Static<typeof RuleEstimate>;
