// The meaning of attribute names in every dialect of the instrumentations, and which of them hold content.
export {
  type AgentEventKind,
  type AgentEventMeaning,
  type AgentEvents,
  EVENT_KIND,
} from './agent-events/agent-events.ts';
export { AGENTS } from './agent-events/agents.ts';
export { isContent, isContentAttribute, looksLikeLabel } from './content.ts';
export { emptyFlags, emptyNumbers, emptyText, emptyValues, type SpanKind } from './dialects/dialect.ts';
export { isSpeechOperation, operationKind } from './dialects/gen-ai.ts';
export { EVENTS } from './dialects/others.ts';
export { isVoiceSpan, LIVEKIT, VOICE } from './dialects/voice.ts';
export {
  CONTENT_KEYS,
  FIELDS,
  FLAG_END,
  SPAN_INPUT_KEYS,
  INPUT_SPREADS,
  type KeyMeaning,
  meaningOfKey,
  NUMBER_END,
  OPEN_KEYS,
  SPAN_OUTPUT_KEYS,
  OUTPUT_SPREADS,
  TEXT_END,
  TOOL_INPUT_KEYS,
  TOOL_OUTPUT_KEYS,
  USER_ATTRIBUTES,
} from './meaning.ts';
export { COLUMN_ATTRIBUTES, DEMOTED, DUPLICATE, toAttributeName } from './members.ts';
export {
  EVAL_RUN_TAG,
  EXPERIMENT_ITEM_TAG,
  EXPERIMENT_TAG,
  EXPERIMENT_VARIANT_TAG,
  isOwnTag,
  PLAYGROUND_TAG,
} from './own-tags.ts';
export { MAX_TECHNICAL_TEXT, MAX_TOOL_NAMES, MAX_TOOL_NAMES_TEXT } from './technical.ts';
