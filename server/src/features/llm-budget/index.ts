export { llmBudgetEndpoints } from './endpoints.ts';
