// Pure functions that read records as the service does. The service and the dashboard use them too, so this
// folder imports nothing: no package, no Node module, no other part of the SDK.
export {
  conversationOf,
  joinedTexts,
  messagesOf,
  parsedJson,
  toolCallFields,
  toolCallOf,
  type CallContent,
  type Conversation,
  type Message,
  type MessagePart,
  type ToolCall,
} from './conversation.ts';
export { plainMessages } from './langchain.ts';
export { storedMediaIn, type MediaPart } from './media.ts';
export { formatDollars } from './dollars.ts';
export { errorHeadline } from './error-headline.ts';
export { explainCost, type CostLine, type ToolLine } from './explain-cost.ts';
export { INPUT_KEYS, observationContent, OUTPUT_KEYS, type RetrievedDocument } from './observation.ts';
export { requestParameters, requestStops, requestTools, type RequestTool } from './request-parameters.ts';
export { NO_PARENT, parentIndexes, type SpanIds } from './span-tree.ts';
export { splitThinking } from './thinking.ts';
export {
  mediaTokens,
  splitByPrice,
  tokenBuckets,
  toolUses,
  type ToolUses,
  type MediaTokens,
  type PricedTokens,
  type StoredTokens,
  type TokenBuckets,
} from './token-buckets.ts';
