// Members of `requestMeta` that have a span attribute.

const ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['input', 'gen_ai.input.messages'],
  ['output', 'gen_ai.output.messages'],
  ['systemInstructions', 'gen_ai.system_instructions'],
  ['toolCalls', 'gen_ai.tool.calls'],
  ['operation', 'gen_ai.operation.name'],
  ['responseModel', 'gen_ai.response.model'],
  ['responseId', 'gen_ai.response.id'],
  ['finishReasons', 'gen_ai.response.finish_reasons'],
  ['serviceTier', 'gen_ai.response.service_tier'],
  ['stream', 'gen_ai.request.stream'],
  ['userId', 'user.id'],
  ['agentName', 'gen_ai.agent.name'],
  ['promptId', 'tracewell.prompt.id'],
  ['promptName', 'tracewell.prompt.name'],
  ['promptVersion', 'tracewell.prompt.version'],
  ['promptLabel', 'tracewell.prompt.label'],
]);

/** Columns of a call that have a span attribute. */
export const COLUMN_ATTRIBUTES = {
  provider: 'gen_ai.provider.name',
  model: 'gen_ai.request.model',
  promptTokens: 'gen_ai.usage.input_tokens',
  completionTokens: 'gen_ai.usage.output_tokens',
  totalTokens: 'gen_ai.usage.total_tokens',
  cachedTokens: 'gen_ai.usage.cache_read.input_tokens',
  cacheWriteTokens: 'gen_ai.usage.cache_creation.input_tokens',
  reasoningTokens: 'gen_ai.usage.reasoning.output_tokens',
  audioTokens: 'gen_ai.usage.audio_tokens',
  costUsd: 'gen_ai.usage.cost',
  ttftSeconds: 'gen_ai.response.time_to_first_chunk',
} as const;

/** Attributes of an observation that was a call, for what no convention has an attribute for. */
export const DEMOTED = {
  errorDetails: 'tracewell.error_details',
  toolCalls: 'tracewell.tool_calls',
  requestMeta: 'tracewell.request_meta',
  tag: 'tracewell.tag.',
} as const;

/** Attributes of an observation that reports the same call as another record. */
export const DUPLICATE = {
  of: 'tracewell.duplicate_of',
  why: 'tracewell.duplicate_reason',
} as const;

/** Undefined if there is none; such a member goes under `DEMOTED.requestMeta`. */
export const toAttributeName = (member: string): string | undefined => ATTRIBUTES.get(member);
