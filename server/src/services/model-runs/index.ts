// Asks a model on behalf of an account, and makes the record of the call. For the playground, for experiments,
// and for runs of datasets.
export { chatMessagesOf, modelToolName } from './chat-messages.ts';
export { checkOutput, type OutputCheck } from './check-output.ts';
export { conversationItem, conversationLine, type ConversationItem } from './conversation-item.ts';
export {
  beginRun,
  noteEvent,
  playedCall,
  playedOutput,
  scoredCall,
  tokenSums,
  type PlayedRun,
} from './played-run.ts';
export { runPatiently } from './run-patiently.ts';
