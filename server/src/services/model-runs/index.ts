// An answer of a model that the service asked for an account, and the call that it leaves in the records. For
// the playground, for experiments, and for runs of datasets.
export { chatMessages, offeredTools } from './chat-of-call.ts';
export {
  chatRole,
  CONVERSATION_MARK,
  conversationItem,
  conversationLine,
  conversationMessages,
  type ConversationItem,
} from './conversation-item.ts';
export { answerText, beginRun, noteEvent, playedCall, tokenSums, type PlayedRun } from './played-run.ts';
export { runPatiently } from './run-patiently.ts';
