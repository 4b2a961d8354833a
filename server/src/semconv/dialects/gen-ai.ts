// The GenAI semantic conventions from 1.26 to the present, with the small additions of OpenLIT, Laminar,
// Strands and Gemini CLI.
import type { Dialect, SpanKind } from './dialect.ts';

export const genAi: Dialect = {
  open: {
    // Set by this service for clients that report the usage as one structure.
    usage: ['tracewell.usage'],
  },
  fields: {
    provider: ['gen_ai.provider.name', 'gen_ai.system'],
    model: ['gen_ai.request.model', 'gen_ai.response.model'],
    responseModel: ['gen_ai.response.model'],
    operation: ['gen_ai.operation.name'],
    responseId: ['gen_ai.response.id'],
    inputTokens: ['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens'],
    outputTokens: ['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'],
    totalTokens: ['gen_ai.usage.total_tokens', 'llm.usage.total_tokens'],
    costUsd: ['gen_ai.usage.cost', 'gen_ai.usage.cost_usd'],
    cacheRead: [
      'gen_ai.usage.cache_read.input_tokens',
      'gen_ai.usage.cache_read_input_tokens',
      'gen_ai.usage.input_token_details.cache_read',
      'gen_ai.usage.cached_tokens',
    ],
    cacheWrite: [
      'gen_ai.usage.cache_write.input_tokens',
      'gen_ai.usage.cache_creation.input_tokens',
      'gen_ai.usage.cache_creation_input_tokens',
      'gen_ai.usage.cache_write_input_tokens',
      'gen_ai.usage.input_token_details.cache_creation',
    ],
    cacheWrite1h: ['anthropic.usage.cache_creation.ephemeral_1h_input_tokens'],
    reasoning: [
      'gen_ai.usage.reasoning.output_tokens',
      'gen_ai.usage.reasoning_tokens',
      'gen_ai.usage.output_token_details.reasoning',
      'gen_ai.usage.experimental.reasoning_tokens',
    ],
    audioInput: ['gen_ai.usage.audio.input_tokens', 'gen_ai.usage.input_token_details.audio'],
    audioOutput: [
      'gen_ai.usage.audio.output_tokens',
      'gen_ai.usage.output_token_details.audio',
      'gen_ai.usage.completion_tokens_details.audio_tokens',
    ],
    imageInput: ['gen_ai.usage.image.input_tokens', 'gen_ai.usage.input_token_details.image'],
    imageOutput: ['gen_ai.usage.image.output_tokens', 'gen_ai.usage.output_token_details.image'],
    textInput: ['gen_ai.usage.text.input_tokens'],
    textOutput: ['gen_ai.usage.text.output_tokens'],
    cacheReadText: ['gen_ai.usage.text.cache_read.input_tokens'],
    cacheReadAudio: ['gen_ai.usage.audio.cache_read.input_tokens'],
    cacheReadImage: ['gen_ai.usage.image.cache_read.input_tokens'],
    // The words of Anthropic, of Pydantic AI (`details`), of LiteLLM and of xAI.
    webSearches: [
      'gen_ai.usage.server_tool_use.web_search_requests',
      'anthropic.usage.server_tool_use.web_search_requests',
      'gen_ai.usage.web_search_requests',
      'gen_ai.usage.details.web_search_requests',
      'gen_ai.usage.prompt_tokens_details.web_search_requests',
      'sigil.gen_ai.usage.server_tool_use.web_search_requests',
      'gen_ai.usage.server_side_tool_usage_details.web_search_calls',
      'gen_ai.usage.details.web_search_calls',
    ],
    fileSearches: [
      'gen_ai.usage.file_search_calls',
      'gen_ai.usage.server_side_tool_usage_details.file_search_calls',
      'gen_ai.usage.details.file_search_calls',
    ],
    inputDetails: ['gen_ai.usage.input_token_details'],
    outputDetails: ['gen_ai.usage.output_token_details'],
    ttftSeconds: [
      'gen_ai.response.time_to_first_chunk',
      'gen_ai.client.operation.time_to_first_chunk',
      'gen_ai.server.time_to_first_token',
    ],
    stream: ['gen_ai.request.stream', 'gen_ai.request.is_stream', 'llm.is_streaming'],
    sessionId: ['gen_ai.conversation.id', 'session.id', 'gen_ai.realtime_session.id'],
    userId: ['user.id', 'enduser.id', 'gen_ai.request.user'],
    agentName: ['gen_ai.agent.name', 'gen_ai.agent.id'],
    promptId: ['tracewell.prompt.id'],
    promptName: ['tracewell.prompt.name', 'gen_ai.prompt.name'],
    promptVersion: ['tracewell.prompt.version', 'gen_ai.prompt.version'],
    promptLabel: ['tracewell.prompt.label'],
    gateCheckId: ['tracewell.gate_check_id'],
    // The response has the actual tier; the request only the desired one.
    serviceTier: [
      'openai.response.service_tier',
      'gen_ai.openai.response.service_tier',
      'gen_ai.response.service_tier',
      'anthropic.usage.service_tier',
      'openai.request.service_tier',
      'gen_ai.openai.request.service_tier',
      'gen_ai.request.service_tier',
    ],
    // What the response reports is what was served and billed.
    speed: [
      'anthropic.usage.speed',
      'anthropic.response.speed',
      'gen_ai.usage.speed',
      'anthropic.request.speed',
      'gen_ai.request.speed',
    ],
    inferenceGeo: [
      'anthropic.usage.inference_geo',
      'anthropic.response.inference_geo',
      'gen_ai.usage.inference_geo',
      'anthropic.request.inference_geo',
      'gen_ai.request.inference_geo',
    ],
    finishReasons: ['gen_ai.response.finish_reasons', 'anthropic.message.stop_reason'],
    input: ['gen_ai.input.messages'],
    output: ['gen_ai.output.messages'],
    systemInstructions: ['gen_ai.system_instructions'],
    serverAddress: ['server.address'],
    errorType: ['error.type'],
    httpStatus: ['http.response.status_code', 'http.status_code'],
  },
  content: [
    'gen_ai.tool.call.arguments',
    'gen_ai.tool.call.result',
    'gen_ai.retrieval.documents*',
    'gen_ai.retrieval.query.text',
    'gen_ai.memory.*',
    'anthropic.tool_result.content',
  ],
  said: [
    'gen_ai.content.prompt',
    'gen_ai.content.completion',
    'gen_ai.system.message*',
    'gen_ai.user.message*',
    'gen_ai.assistant.message*',
    'gen_ai.tool.message*',
    'gen_ai.choice*',
    'gen_ai.tool.input',
    'gen_ai.tool.output',
    'gen_ai.tool.calls',
    'gen_ai.evaluation.explanation',
    'gen_ai.tool.definitions',
    'gen_ai.guardrail.verdict.reason',
    'gen_ai.guardrail.security.content.input.value',
    'gen_ai.guardrail.security.content.output.value',
  ],
  toolInput: ['gen_ai.tool.call.arguments', 'gen_ai.retrieval.query.text', 'gen_ai.tool.input'],
  toolOutput: ['gen_ai.tool.call.result', 'gen_ai.retrieval.documents', 'gen_ai.tool.output'],
  labels: ['tracewell.tag.'],
};

/** Values of `gen_ai.operation.name`, in lower case: model calls and the operations around them. */
const OPERATIONS: ReadonlyMap<string, SpanKind> = new Map<string, SpanKind>([
  ['chat', 'llm'],
  ['generate_content', 'llm'],
  ['text_completion', 'llm'],
  ['completion', 'llm'],
  ['llm_call', 'llm'],
  ['responses', 'llm'],
  ['messages', 'llm'],
  ['generate', 'llm'],
  ['embeddings', 'embedding'],
  ['embedding', 'embedding'],
  ['retrieval', 'retriever'],
  ['execute_tool', 'tool'],
  ['tool_call', 'tool'],
  ['schedule_tool_calls', 'tool'],
  ['load_skill', 'skill'],
  ['execute_command', 'command'],
  ['command_execution', 'command'],
  ['run_command', 'command'],
  ['run_guardrail', 'guardrail'],
  ['invoke_agent', 'agent'],
  ['create_agent', 'agent'],
  ['handle_conversation_turn', 'agent'],
  ['invoke_workflow', 'chain'],
  ['workflow', 'chain'],
  ['plan', 'chain'],
  ['agent_step', 'chain'],
  ['model_generation', 'chain'],
  ['realtime_inference', 'llm'],
  ['user_speech', 'span'],
]);

// Operations that the conventions do not have (yet), but whose meaning is clear.
const AROUND: readonly (readonly [RegExp, SpanKind])[] = [
  [/skill/, 'skill'],
  [/command/, 'command'],
  [/agent|turn/, 'agent'],
  [/tool|handoff/, 'tool'],
  [/memory|retriev|search/, 'retriever'],
  [/guard/, 'guardrail'],
  [/evaluat/, 'evaluator'],
  [/workflow|step|plan|task|chain/, 'chain'],
];

/** Undefined for an unknown operation; then other attributes decide whether it is a model call. */
export function operationKind(operation: string): SpanKind | undefined {
  const name = operation.toLowerCase();
  return OPERATIONS.get(name) ?? AROUND.find(([pattern]) => pattern.test(name))?.[1];
}

/** Recognition and synthesis of speech. Most vendors bill them by the minute or the character, not by tokens. */
export const isSpeechOperation = (operation: string): boolean => operation === 'stt' || operation === 'tts';
