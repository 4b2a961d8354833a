// OpenLLMetry (Traceloop). Releases before 0.20 have one attribute per part of a message, with an index in
// the key.
import type { Dialect } from './dialect.ts';

export const traceloop: Dialect = {
  fields: {
    operation: ['llm.request.type'],
    sessionId: [
      'traceloop.association.properties.session_id',
      'traceloop.association.properties.chat_id',
      'traceloop.association.properties.thread_id',
    ],
    userId: ['traceloop.association.properties.user_id'],
    finishReasons: ['gen_ai.completion.0.finish_reason'],
    input: ['traceloop.entity.input'],
    output: ['traceloop.entity.output'],
    promptName: ['traceloop.prompt.key'],
    promptVersion: ['traceloop.prompt.version'],
  },
  kinds: {
    'traceloop.span.kind': { workflow: 'chain', task: 'chain', agent: 'agent', tool: 'tool' },
  },
  kindsAfterOperation: true,
  spread: { 'gen_ai.prompt.': 'input', 'gen_ai.completion.': 'output' },
  content: ['gen_ai.prompt', 'gen_ai.completion', 'llm.prompts', 'llm.completions*'],
  toolInput: ['traceloop.entity.input'],
  toolOutput: ['traceloop.entity.output'],
  metadata: ['traceloop.association.properties.'],
};
