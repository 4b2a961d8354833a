// LangSmith's exporter: gen_ai with the messages as JSON in `gen_ai.prompt`, and details of usage as JSON.
import type { Dialect } from './dialect.ts';

export const langsmith: Dialect = {
  fields: {
    stream: ['langsmith.request.streaming'],
    sessionId: [
      'langsmith.metadata.session_id',
      'langsmith.metadata.thread_id',
      'langsmith.trace.session_id',
    ],
    userId: ['langsmith.metadata.user_id'],
    input: ['gen_ai.prompt'],
    output: ['gen_ai.completion'],
  },
  kinds: {
    'langsmith.span.kind': {
      llm: 'llm',
      chain: 'chain',
      tool: 'tool',
      retriever: 'retriever',
      embedding: 'embedding',
      prompt: 'chain',
      parser: 'function',
    },
  },
  labels: ['langsmith.metadata.'],
};
