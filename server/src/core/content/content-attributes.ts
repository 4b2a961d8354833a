// Attributes of spans that hold what people wrote and models said, in the dialects that instrumentations speak. On a call
// they were mapped to input and output, or are left in `requestMeta.attributes`; on an observation they stay attributes.

const NAMES = new RegExp(
  `^(?:${[
    'input|output|systemInstructions',
    'gen_ai\\.(?:input|output)\\.messages|gen_ai\\.system_instructions',
    'gen_ai\\.(?:prompt|completion)(?:\\.\\d.*)?|gen_ai\\.content\\.(?:prompt|completion)',
    'gen_ai\\.(?:system|user|assistant|tool)\\.message.*|gen_ai\\.choice.*',
    'gen_ai\\.tool\\.call\\.(?:arguments|result)|gen_ai\\.tool\\.(?:input|output|message)',
    'gen_ai\\.retrieval\\.(?:documents|query\\.text).*|gen_ai\\.evaluation\\.explanation',
    '(?:input|output)\\.value',
    'llm\\.(?:input_messages|output_messages|prompts|completions|prompt_template\\.variables|function_call).*',
    '(?:retrieval\\.documents|reranker\\.(?:input_documents|output_documents|query)).*',
    'embedding\\.(?:text|embeddings\\.\\d.*)|tool\\.(?:parameters|input|output)',
    'traceloop\\.entity\\.(?:input|output)',
    'ai\\.prompt.*|ai\\.(?:response|result)\\.(?:text|object|toolCalls|reasoning|files|content)',
    'ai\\.toolCall\\.(?:args|result)|ai\\.values?|ai\\.embeddings?',
    'langfuse\\.(?:observation|trace)\\.(?:input|output)',
    'lmnr\\.span\\.(?:input|output)|mastra\\..*(?:input|output)|genkit:(?:input|output)',
    'all_messages_json|all_messages|final_result|tool_arguments|tool_response|pydantic_ai\\.all_messages',
    'user_prompt|tool_input|tool_output|prompt|completion|messages|response',
  ].join('|')})$`,
);

/** Clients send the same few names again and again; strangers could send endlessly many. */
const MAX_KNOWN = 5_000;
const known = new Map<string, boolean>();

export function isContentAttribute(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const result = NAMES.test(name);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(name, result);
  return result;
}
