import { endpoint } from '#core/endpoint';
import { LlmFeatureBudget, NewLlmFeatureBudget } from './schemas.ts';
import { setBudget, showBudget } from './budget.ts';

const tag = 'account';
const path = '/v1/account/llm-feature-budget';

export const llmBudgetEndpoints = [
  endpoint({
    id: 'getLlmFeatureBudget',
    method: 'GET',
    path,
    tag,
    summary: 'Get the LLM-feature budget and spend of this month',
    access: { scope: 'read' },
    project: 'account-wide',
    replies: { 200: LlmFeatureBudget },
    handle: (ctx) => showBudget(ctx),
  }),
  endpoint({
    id: 'setLlmFeatureBudget',
    method: 'PATCH',
    path,
    tag,
    summary: 'Set the monthly budget of LLM features',
    description:
      'Applies at once, to this month and the following ones. It may be below the amount already spent; then nothing remains.',
    access: { scope: 'write', role: 'admin', plan: 'pro' },
    project: 'account-wide',
    body: NewLlmFeatureBudget,
    replies: { 200: LlmFeatureBudget },
    audit: 'llm_budget.set',
    handle: (ctx, { body }) => setBudget(ctx, body),
  }),
];
