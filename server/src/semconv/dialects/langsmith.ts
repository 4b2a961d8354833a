// LangSmith's exporter: gen_ai with the messages as JSON in `gen_ai.prompt`, and details of usage as JSON.
// Runs that its clients send without OpenTelemetry (compat/langsmith) have the same attributes.
import type { Dialect } from './dialect.ts';

export const langsmith: Dialect = {
  ownCalls: true,
  open: {
    usage: ['langsmith.usage_metadata', 'langsmith.metadata.usage_metadata'],
    tags: ['langsmith.span.tags'],
    project: ['langsmith.trace.session_name'],
  },
  fields: {
    stream: ['langsmith.request.streaming'],
    sessionId: [
      'langsmith.metadata.session_id',
      'langsmith.metadata.thread_id',
      'langsmith.metadata.conversation_id',
      'langsmith.trace.session_id',
    ],
    userId: ['langsmith.metadata.user_id'],
    // A prompt of LangChain's hub.
    promptName: ['langsmith.metadata.lc_hub_repo'],
    promptVersion: ['langsmith.metadata.lc_hub_commit_hash'],
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
      prompt: 'function',
      parser: 'function',
    },
  },
  metadata: ['langsmith.metadata.'],
  ownLabels: [
    'langsmith.metadata.ls_*',
    'langsmith.metadata.LANGSMITH_*',
    'langsmith.metadata.LANGCHAIN_*',
    'langsmith.metadata.__*',
    'langsmith.metadata.versions',
    'langsmith.metadata.lc_versions',
    'langsmith.metadata.runtime',
    'langsmith.metadata.usage_metadata',
    'langsmith.metadata.invocation_params',
    'langsmith.metadata.checkpoint_*',
    'langsmith.metadata.langgraph_*',
  ],
};
