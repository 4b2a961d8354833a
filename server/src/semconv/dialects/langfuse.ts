// The Langfuse SDKs. Their generations are calls at the open door. At the strict one, spans without
// `gen_ai.*` stay observations, and these keys fill the gaps of spans with it.
import type { Dialect } from './dialect.ts';

export const langfuse: Dialect = {
  ownCalls: true,
  open: {
    usage: ['langfuse.observation.usage_details'],
    costs: ['langfuse.observation.cost_details'],
    tags: ['langfuse.trace.tags'],
    environment: ['langfuse.environment'],
    release: ['langfuse.release'],
    version: ['langfuse.version'],
    numberedPrompt: ['langfuse.observation.prompt.name'],
    promptNumber: ['langfuse.observation.prompt.version'],
  },
  fields: {
    model: ['langfuse.observation.model.name'],
    sessionId: ['langfuse.session.id', 'langfuse.trace.session_id'],
    userId: ['langfuse.user.id', 'langfuse.trace.user_id'],
    firstTokenAt: ['langfuse.observation.completion_start_time'],
    errorLevel: ['langfuse.observation.level'],
    errorMessage: ['langfuse.observation.status_message'],
    promptName: ['langfuse.observation.prompt.name'],
    promptVersion: ['langfuse.observation.prompt.version'],
    input: ['langfuse.observation.input'],
    output: ['langfuse.observation.output'],
  },
  kinds: {
    'langfuse.observation.type': {
      generation: 'llm',
      embedding: 'embedding',
      agent: 'agent',
      tool: 'tool',
      chain: 'chain',
      retriever: 'retriever',
      evaluator: 'evaluator',
      guardrail: 'guardrail',
    },
  },
  content: ['langfuse.trace.input', 'langfuse.trace.output'],
  toolInput: ['langfuse.observation.input'],
  toolOutput: ['langfuse.observation.output'],
  metadata: ['langfuse.trace.metadata.'],
};
