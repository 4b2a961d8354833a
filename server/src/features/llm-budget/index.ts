export { llmBudgetEndpoints } from './endpoints.ts';
export { release, reserve, settle, type BudgetContext, type Reservation } from './reserve.ts';
export { budgetSentences } from './sentences.ts';
export { budgetSweepJob } from './sweep.job.ts';
