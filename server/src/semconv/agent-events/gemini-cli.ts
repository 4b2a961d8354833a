// Gemini CLI. Its counts are those of Gemini's API: the input includes the cache, the output excludes the
// thoughts, and the tokens of tool results come on top of the input.
import type { AgentEvents } from './agent-events.ts';

export const geminiCliEvents: AgentEvents = {
  prefix: 'gemini_cli.',
  scope: 'gemini-cli',
  provider: 'gcp.gemini',
  session: ['session.id'],
  prompt: ['prompt_id'],
  twin: { session: true, counts: ['input_token_count', 'output_token_count'] },
  user: ['user.email', 'installation.id'],
  error: ['error.message', 'error'],
  rename: {
    model: 'gen_ai.request.model',
    // The same values under older names.
    model_name: null,
    duration: null,
    error_type: null,
    'http.status_code': null,
    status_code: 'http.response.status_code',
    input_token_count: 'gen_ai.usage.input_tokens',
    output_token_count: 'gen_ai.usage.output_tokens',
    cached_content_token_count: 'gen_ai.usage.cache_read.input_tokens',
    thoughts_token_count: 'gen_ai.usage.reasoning.output_tokens',
    total_token_count: 'gen_ai.usage.total_tokens',
    finish_reasons: 'gen_ai.response.finish_reasons',
    prompt: 'gen_ai.input.messages',
    request_text: 'gen_ai.input.messages',
    response_text: 'gen_ai.output.messages',
    function_name: 'gen_ai.tool.name',
    function_args: 'gen_ai.tool.call.arguments',
  },
  moreInput: 'tool_token_count',
  events: {
    user_prompt: { kind: 'prompt', id: [] },
    api_request: { kind: 'request', id: [] },
    api_response: { kind: 'call', id: ['total_token_count', 'duration_ms', 'role'] },
    api_error: { kind: 'call', id: ['duration_ms', 'role'], failed: true },
    tool_call: { kind: 'tool', id: ['function_name', 'start_time', 'duration_ms'] },
  },
};
