// The reasons against a step, with the figures of each sentence.
import { Type } from 'typebox';
import { figuresByCode } from '#lib/figures';
import { OneOf } from '#lib/schema';

const ofPolicy = { policy: Type.String({ description: 'Its name' }) };
const ofBudget = { budget: Type.String({ description: 'Its name' }) };
const failMode = OneOf(['open', 'closed'], 'open: the step is allowed all the same');

export const GateFigures = figuresByCode('GateFigures', {
  policy_denies: ofPolicy,
  policy_asks: ofPolicy,
  budget_exceeded: {
    ...ofBudget,
    period: OneOf(['day', 'week', 'month']),
    limitUsd: Type.Number(),
    spentUsd: Type.Number(),
    heldUsd: Type.Number(),
    askedUsd: Type.Number({ description: '0 if no cost was estimated' }),
  },
  budget_unpriced: {
    ...ofBudget,
    calls: Type.Number({ description: 'Calls of the period without a price' }),
    tokens: Type.Number(),
    onUnpriced: OneOf(['warn', 'deny'], 'warn: the step is allowed all the same'),
  },
  budget_unknown: { ...ofBudget, failMode },
  budget_not_held: { ...ofBudget, failMode },
});
