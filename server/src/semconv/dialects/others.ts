// Clients that differ from the conventions in a few attributes each.
import { EVENT_KIND } from '../agent-events/agent-events.ts';
import type { Dialect } from './dialect.ts';

/** Spans made from the log events of coding agents. */
export const agentEvents: Dialect = {
  ownCalls: true,
  fields: {},
  kinds: {
    [EVENT_KIND]: {
      call: 'llm',
      tool: 'tool',
      prompt: 'agent',
      answer: 'span',
      decision: 'guardrail',
      step: 'chain',
    },
  },
};

/** Broadcast of OpenRouter: the gateway sends a span of each request itself. */
export const openRouter: Dialect = {
  fields: {
    costUsd: ['gen_ai.usage.total_cost'],
    cacheRead: ['gen_ai.usage.input_tokens.cached'],
    reasoning: ['gen_ai.usage.output_tokens.reasoning'],
    audioInput: ['gen_ai.usage.input_tokens.audio'],
    imageOutput: ['gen_ai.usage.output_tokens.image'],
    finishReasons: ['gen_ai.response.finish_reason'],
  },
  open: { tags: ['trace.tags'] },
  content: ['trace.input', 'trace.output', 'span.input', 'span.output'],
  metadata: ['trace.metadata.'],
};

/** Custom metadata of LiteLLM's callback, and properties of Helicone's logger. */
export const litellmMetadata: Dialect = { fields: {}, metadata: ['litellm.metadata.'] };
export const heliconeMetadata: Dialect = { fields: {}, metadata: ['helicone.property.'] };

export const mastra: Dialect = {
  fields: {
    sessionId: ['mastra.metadata.sessionId', 'mastra.metadata.threadId'],
    userId: ['mastra.metadata.userId', 'mastra.metadata.resourceId'],
    firstTokenAt: ['mastra.completion_start_time'],
  },
  kinds: {
    'mastra.span.type': {
      agent_run: 'agent',
      model_generation: 'chain',
      model_step: 'chain',
      model_chunk: 'span',
      tool_call: 'tool',
      mcp_tool_call: 'tool',
      workflow_run: 'chain',
      workflow_step: 'chain',
      processor_run: 'guardrail',
    },
  },
  content: [
    'mastra.agent_run.input',
    'mastra.agent_run.output',
    'mastra.model_generation.input',
    'mastra.model_generation.output',
    'mastra.model_step.input',
    'mastra.model_step.output',
    'mastra.model_chunk.output',
    'mastra.tool_call.input',
    'mastra.tool_call.output',
    'mastra.mcp_tool_call.input',
    'mastra.mcp_tool_call.output',
    'mastra.workflow_run.input',
    'mastra.workflow_run.output',
    'mastra.workflow_step.input',
    'mastra.workflow_step.output',
    'mastra.input',
    'mastra.output',
  ],
  toolInput: ['mastra.tool_call.input', 'mastra.mcp_tool_call.input'],
  toolOutput: ['mastra.tool_call.output', 'mastra.mcp_tool_call.output'],
  metadata: ['mastra.metadata.'],
};

export const laminar: Dialect = {
  fields: {
    sessionId: ['lmnr.association.properties.session_id'],
    userId: ['lmnr.association.properties.user_id'],
    input: ['lmnr.span.input'],
    output: ['lmnr.span.output'],
  },
  kinds: {
    'lmnr.span.type': {
      llm: 'llm',
      tool: 'tool',
      evaluation: 'evaluator',
      evaluator: 'evaluator',
      human_evaluator: 'evaluator',
      executor: 'function',
    },
  },
  toolInput: ['lmnr.span.input'],
  toolOutput: ['lmnr.span.output'],
  metadata: ['lmnr.association.properties.metadata.'],
};

export const googleAdk: Dialect = {
  fields: {
    sessionId: ['gcp.vertex.agent.session_id'],
    input: ['gcp.vertex.agent.llm_request'],
    output: ['gcp.vertex.agent.llm_response'],
  },
  content: ['gcp.vertex.agent.tool_call_args', 'gcp.vertex.agent.tool_response', 'gcp.vertex.agent.data'],
  toolInput: ['gcp.vertex.agent.tool_call_args'],
  toolOutput: ['gcp.vertex.agent.tool_response'],
};

export const genkit: Dialect = {
  fields: {
    errorLevel: ['genkit:state'],
    input: ['genkit:input'],
    output: ['genkit:output'],
  },
  kinds: {
    'genkit:metadata:subtype': {
      model: 'llm',
      tool: 'tool',
      'tool.v2': 'tool',
      flow: 'chain',
      prompt: 'chain',
      'executable-prompt': 'chain',
      retriever: 'retriever',
      indexer: 'retriever',
      reranker: 'retriever',
      embedder: 'embedding',
      evaluator: 'evaluator',
    },
    'genkit:type': { flow: 'chain', flowstep: 'chain' },
  },
  toolInput: ['genkit:input'],
  toolOutput: ['genkit:output'],
};

export const codex: Dialect = {
  fields: {
    reasoning: ['codex.usage.reasoning_output_tokens'],
    sessionId: ['conversation.id'],
  },
};

export const pydanticAi: Dialect = {
  fields: { reasoning: ['gen_ai.usage.details.reasoning_tokens'] },
  said: ['all_messages_json', 'all_messages', 'pydantic_ai.all_messages', 'final_result'],
  toolInput: ['tool_arguments'],
  toolOutput: ['tool_response'],
};

/** The attribute of an observation with the events of its span. */
export const EVENTS = 'events';

/** The span kinds of Datadog and others, and short keys that many clients share. */
export const general: Dialect = {
  fields: {},
  kinds: {
    'span.type': { web: 'http', http: 'http', db: 'db', sql: 'db', llm: 'llm', agent: 'agent', tool: 'tool' },
  },
  content: ['db.query.parameter.*'],
  said: [EVENTS, 'systemInstructions', 'prompt', 'completion', 'messages', 'response'],
  toolInput: ['tool_input', 'input'],
  toolOutput: ['tool_output', 'output'],
};
