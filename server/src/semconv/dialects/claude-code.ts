// Claude Code and the Claude Agent SDK: `gen_ai.*` for provider and model, short keys for usage. Their input
// never includes the cache.
import type { Dialect } from './dialect.ts';

export const claudeCode: Dialect = {
  scope: 'com.anthropic.claude_code',
  fields: {
    model: ['model'],
    uncachedInputTokens: ['input_tokens'],
    outputTokens: ['output_tokens'],
    cacheRead: ['cache_read_tokens'],
    cacheWrite: ['cache_creation_tokens'],
    ttftMs: ['ttft_ms'],
    finishReasons: ['stop_reason'],
    success: ['success'],
    errorMessage: ['error'],
    errorType: ['error_class'],
    httpStatus: ['status_code'],
    responseId: ['request_id'],
    speed: ['speed'],
  },
  kinds: {
    'span.type': {
      interaction: 'agent',
      llm_request: 'llm',
      tool: 'tool',
      'tool.execution': 'tool',
      'tool.blocked_on_user': 'tool',
      hook: 'function',
    },
  },
  content: ['user_prompt', 'full_command', 'bash_command', 'tool_input', 'tool_result', 'new_context'],
  toolInput: ['tool_input', 'full_command', 'bash_command'],
  toolOutput: ['tool_result'],
};
