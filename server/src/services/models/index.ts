// Calls to language models by the service itself: throttled per vendor, within the account's LLM-feature
// budget, with retries.
export {
  exchangeWithModel,
  generatorSource,
  type ModelAnswer,
  type Bill,
  type ModelExchange,
  type LlmContext,
} from './ask.ts';
export {
  type ModelChatMessage,
  type ChatOrder,
  type ChatSettings,
  type ChatTool,
  type ChatToolCall,
  type ChatPart,
  type WrittenMessage,
  type WrittenPart,
  type StoredPart,
  DATA_URL,
} from './chat.ts';
export { recordedConnectionOf } from './recorded/sample-connection.ts';
export { openModelKey, resealModelKeys, sealModelKey } from './connections/key.ts';
export { connectionSpendOf } from './connections/spend.ts';
export {
  clearDefaultConnection,
  deleteConnectionRow,
  insertConnection,
  lockConnection,
  noteConnectionTest,
  selectConnection,
  selectConnections,
  updateConnection,
  type ConnectionRow,
} from './connections/store.ts';
export { budgetOf, DEFAULT_USD, MAX_BUDGET_USD, microsOfCents, MIN_USD } from './budget/money.ts';
export { release, reserve, settleReservation, type BudgetContext } from './budget/reserve.ts';
export { selectFigures, upsertBudget } from './budget/store.ts';
export type { Message } from './call-model.ts';
export { isForModels, type ModelFile } from './model-files.ts';
export { modelErrorOf, judgeName, requireModel, requireModelWithBudget } from './configured.ts';
export {
  costOfTokens,
  inputTokensOf,
  embedderSource,
  judgeSource,
  modelThrottle,
  maxCostMicros,
  roughTokens,
} from './estimate.ts';
export { MODEL_FAULTS, shownFault, type ModelFault } from './fault.ts';
export { modelFailed, type ModelFailure, type FailureReason } from './failure.ts';
export { generate, type Generated } from './generate.ts';
export { waitFor } from './provider-throttle.ts';
export { isRecorded } from './recorded/sample-connection.ts';
export { fenced, type Part } from './quote-untrusted.ts';
export { modelSentences, UNUSABLE_ANSWER, type ModelSaid } from './sentences.ts';
export { acceptedSettings, isToolChoice, settingsSchema, ToolChoice } from './setting-limits.ts';
export {
  allowedModels,
  guardedConfig,
  sourceById,
  sourceOfConnection,
  type ModelAddress,
  type ModelSource,
} from './source.ts';
export { likelyCostMicros, outputTokensOf, streamModel, type ModelEvent } from './stream-model.ts';
export { testEmbedder, testModel, testSource } from './test-model.ts';
