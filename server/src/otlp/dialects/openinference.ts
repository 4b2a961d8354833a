// OpenInference (Arize Phoenix): `llm.*` on spans of its own, or beside `gen_ai.*` where it rewrites the spans of others.
import type { Dialect } from './dialect.ts';

export const openInference: Dialect = {
  fields: {
    model: ['llm.request.model_name', 'llm.model_name', 'embedding.model_name'],
    responseModel: ['llm.response.model_name'],
    inputTokens: ['llm.token_count.prompt'],
    outputTokens: ['llm.token_count.completion'],
    totalTokens: ['llm.token_count.total'],
    cacheRead: ['llm.token_count.prompt_details.cache_read'],
    cacheWrite: ['llm.token_count.prompt_details.cache_write'],
    reasoning: ['llm.token_count.completion_details.reasoning'],
    audioInput: ['llm.token_count.prompt_details.audio'],
    audioOutput: ['llm.token_count.completion_details.audio'],
    finishReasons: ['llm.finish_reason'],
    agentName: ['agent.name'],
    promptName: ['llm.prompt_template.name'],
    promptVersion: ['llm.prompt_template.version'],
    input: ['input.value'],
    output: ['output.value'],
  },
  kinds: {
    'openinference.span.kind': {
      llm: 'llm',
      embedding: 'embedding',
      chain: 'chain',
      prompt: 'chain',
      retriever: 'retriever',
      reranker: 'retriever',
      tool: 'tool',
      agent: 'agent',
      guardrail: 'guardrail',
      evaluator: 'evaluator',
    },
  },
  spread: { 'llm.input_messages.': 'input', 'llm.output_messages.': 'output' },
  content: [
    'llm.prompts.*',
    'llm.choices.*',
    'llm.prompt_template.template',
    'llm.prompt_template.variables',
    'llm.function_call',
    // The request and the reply once more, with their messages.
    'llm.invocation_parameters',
    'retrieval.documents.*',
    'reranker.*',
    'embedding.embeddings.*',
    'tool.parameters',
    'document.content',
  ],
};
