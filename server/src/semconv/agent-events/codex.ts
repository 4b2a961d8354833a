// Codex. Its counts follow the Responses API: the input includes the cache, the output includes the
// reasoning. One request gives several events; only those that end it are listed.
import { type AgentEvents, type EventValues, has } from './agent-events.ts';

const hasFailed = (values: EventValues): boolean =>
  Number(values.get('http.response.status_code') ?? 0) >= 400 ||
  values.get('success') === 'false' ||
  has('error.message')(values);

const callIfFailed = (values: EventValues) => (hasFailed(values) ? 'call' : 'request');

const isEnd = (values: EventValues): boolean =>
  values.get('event.kind') === 'response.completed' && has('input_token_count', 'error.message')(values);

export const codexEvents: AgentEvents = {
  prefix: 'codex.',
  scope: 'codex_otel',
  provider: undefined,
  session: ['conversation.id'],
  prompt: [],
  twin: {
    session: false,
    counts: ['input_token_count', 'output_token_count', 'cached_token_count', 'reasoning_token_count'],
  },
  user: ['user.email', 'user.account_id'],
  error: ['error.message'],
  rename: {
    model: 'gen_ai.request.model',
    slug: null,
    input_token_count: 'gen_ai.usage.input_tokens',
    output_token_count: 'gen_ai.usage.output_tokens',
    cached_token_count: 'gen_ai.usage.cache_read.input_tokens',
    cache_write_token_count: 'gen_ai.usage.cache_write.input_tokens',
    reasoning_token_count: 'gen_ai.usage.reasoning.output_tokens',
    // Codex gives the total this name.
    tool_token_count: 'gen_ai.usage.total_tokens',
    service_tier: 'openai.request.service_tier',
    prompt: 'gen_ai.input.messages',
    tool_name: 'gen_ai.tool.name',
    call_id: 'gen_ai.tool.call.id',
    arguments: 'gen_ai.tool.call.arguments',
    output: 'gen_ai.tool.call.result',
    agent_name: 'gen_ai.agent.name',
    source: 'decision.source',
  },
  events: {
    user_prompt: { kind: 'prompt', id: ['prompt_length'] },
    // Every part of a stream is such an event. Only the last one has the usage, or the error of the whole
    // request.
    sse_event: {
      kind: (values) => (isEnd(values) ? 'call' : null),
      id: ['input_token_count', 'output_token_count', 'cached_token_count', 'ttft_ms'],
    },
    api_request: { kind: callIfFailed, id: ['attempt', 'endpoint'] },
    websocket_request: { kind: callIfFailed, id: ['duration_ms'] },
    tool_result: { kind: 'tool', id: ['call_id', 'tool_result_seq'] },
    tool_decision: { kind: 'decision', id: ['call_id'] },
    turn_cost: { kind: 'step', id: ['turn.id'] },
  },
};
