// Claude Code and the Claude Agent SDK. `event.name` is the short name; the body has the full one. Numbers
// may be text.
import type { AgentEvents } from './agent-events.ts';

export const claudeCodeEvents: AgentEvents = {
  prefix: 'claude_code.',
  scope: 'com.anthropic.claude_code.events',
  provider: 'anthropic',
  session: ['session.id'],
  prompt: ['prompt.id'],
  sharesTraces: true,
  user: ['user.id'],
  error: ['error', 'error_message'],
  rename: {
    cost_usd: 'gen_ai.usage.cost',
    cost_usd_micros: null,
    cache_creation_5m_tokens: null,
    cache_creation_1h_tokens: 'anthropic.usage.cache_creation.ephemeral_1h_input_tokens',
    prompt: 'gen_ai.input.messages',
    // The same text again.
    prompt_text: null,
    response: 'gen_ai.output.messages',
    tool_name: 'gen_ai.tool.name',
    tool_use_id: 'gen_ai.tool.call.id',
    tool_input: 'gen_ai.tool.call.arguments',
    source: 'decision.source',
  },
  events: {
    user_prompt: { kind: 'prompt', id: [] },
    api_request: { kind: 'call', id: ['request_id', 'event.sequence'] },
    api_error: { kind: 'call', id: ['request_id', 'event.sequence'], failed: true },
    assistant_response: { kind: 'answer', id: ['request_id', 'event.sequence'] },
    tool_result: { kind: 'tool', id: ['tool_use_id', 'event.sequence'] },
    tool_decision: { kind: 'decision', id: ['tool_use_id', 'event.sequence'] },
  },
};
