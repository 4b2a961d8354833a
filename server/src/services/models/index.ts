// Calls to language models by the service itself: throttled per vendor, within the account's LLM-feature
// budget, with retries.
export {
  exchangeWithModel,
  type ModelAnswer,
  type Bill,
  type ModelExchange,
  type LlmContext,
} from './ask.ts';
export { budgetOf } from './budget/budget-of.ts';
export { DEFAULT_USD, MAX_BUDGET_USD, microsOfCents, MIN_USD } from './budget/money.ts';
export { release, reserve, settleReservation, type BudgetContext } from './budget/reserve.ts';
export { budgetSentences } from './budget/sentences.ts';
export { selectFigures, upsertBudget } from './budget/store.ts';
export type { Message } from './call-model.ts';
export { modelErrorOf, judgeName, requireModel } from './configured.ts';
export { modelFailed, type ModelFailure, type FailureReason } from './failure.ts';
export { generate, type Generated } from './generate.ts';
export { fenced, type Part } from './quote-untrusted.ts';
export { modelSentences } from './sentences.ts';
