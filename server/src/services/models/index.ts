// Calls to language models by the service itself: throttled per vendor, within the account's LLM-feature
// budget, with retries.
export { exchange, type Answer, type Bill, type Exchange, type LlmContext } from './ask.ts';
export { budgetOf } from './budget/budget-of.ts';
export { DEFAULT_USD, MAX_USD, microsOfCents, MIN_USD } from './budget/money.ts';
export { release, reserve, settle, type BudgetContext } from './budget/reserve.ts';
export { budgetSentences } from './budget/sentences.ts';
export { selectFigures, upsertBudget } from './budget/store.ts';
export type { Message } from './call-model.ts';
export { errorOf, judgeName, requireModel } from './configured.ts';
export { failed, type Failure, type FailureReason } from './failure.ts';
export { generate, type Generated } from './generate.ts';
export { fenced, type Part } from './quote-untrusted.ts';
export { modelSentences } from './sentences.ts';
