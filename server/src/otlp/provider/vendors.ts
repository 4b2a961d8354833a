// Vendors of models, with all names that instrumentations use for them (compared trimmed and in lower case).
// TRACEWELL_PROVIDERS chooses which of them a deployment accepts. The others are listed to distinguish
// vendors from frameworks.

export interface Vendor {
  id: string;
  aliases: readonly string[];
  /** Prefixes of model names that only this vendor uses, at the start or after `/`, `.`, `:` and `@`. */
  models: readonly string[];
  /**
   * Endings of `server.address`. A client that speaks another vendor's protocol has that vendor's name in its
   * spans.
   */
  hosts: readonly string[];
}

export const VENDORS: readonly Vendor[] = [
  {
    id: 'openai',
    aliases: [
      'openai',
      'azure',
      'azure.ai.openai',
      'az.ai.openai',
      'azure-openai',
      'azure_openai',
      'azure.openai',
      'open_ai',
    ],
    models: [
      'gpt-',
      'gpt4',
      'chatgpt',
      'o1',
      'o3',
      'o4',
      'text-embedding-',
      'davinci-',
      'babbage-',
      'text-davinci',
      'codex-',
      'computer-use-preview',
      'omni-moderation',
      'dall-e',
      'whisper-1',
      'tts-1',
      'sora-',
    ],
    hosts: ['openai.com', 'openai.azure.com'],
  },
  {
    id: 'anthropic',
    aliases: [
      'anthropic',
      'claude',
      'vertex.anthropic',
      'google.vertex.anthropic',
      'google-vertex-anthropic',
      'vertex_ai-anthropic',
      'bedrock.anthropic',
    ],
    models: ['claude'],
    hosts: ['anthropic.com'],
  },
  {
    id: 'google',
    aliases: [
      'google',
      'gemini',
      'gcp',
      'gcp.gemini',
      'gcp.gen_ai',
      'gcp.vertex_ai',
      'gcp.vertex.agent',
      'google.generative-ai',
      'google.vertex',
      'google-vertex',
      'google_vertexai',
      'google_genai',
      'google-genai',
      'googleai',
      'googlegenai',
      'vertex',
      'vertex_ai',
      'vertexai',
      'vertex-ai',
    ],
    models: [
      'gemini',
      'gemma',
      'text-embedding-00',
      'textembedding-gecko',
      'text-bison',
      'chat-bison',
      'imagen-',
      'veo-',
    ],
    hosts: ['generativelanguage.googleapis.com'],
  },
  {
    id: 'mistral',
    aliases: ['mistral', 'mistral_ai', 'mistralai', 'mistral-ai', 'mistral.ai'],
    models: [
      'mistral',
      'mixtral',
      'open-mistral',
      'open-mixtral',
      'codestral',
      'ministral',
      'pixtral',
      'magistral',
      'devstral',
      'voxtral',
    ],
    hosts: ['mistral.ai'],
  },
  {
    id: 'deepseek',
    aliases: ['deepseek', 'deep_seek', 'deepseek-ai'],
    models: ['deepseek'],
    hosts: ['deepseek.com'],
  },
  {
    id: 'cohere',
    aliases: ['cohere', 'cohereai', 'cohere_chat'],
    models: ['command-', 'rerank-', 'embed-english', 'embed-multilingual', 'c4ai-'],
    hosts: ['cohere.com', 'cohere.ai'],
  },
  { id: 'xai', aliases: ['xai', 'x_ai', 'x-ai', 'grok'], models: ['grok-'], hosts: ['api.x.ai'] },
  { id: 'perplexity', aliases: ['perplexity', 'perplexityai'], models: ['sonar'], hosts: ['perplexity.ai'] },
  {
    id: 'moonshot',
    aliases: ['moonshot', 'moonshot_ai', 'moonshotai'],
    models: ['kimi-', 'moonshot-'],
    hosts: ['moonshot.ai', 'moonshot.cn'],
  },
  {
    id: 'alibaba',
    aliases: ['alibaba', 'alibaba_cloud', 'dashscope', 'qwen'],
    models: ['qwen', 'qwq-'],
    hosts: ['aliyuncs.com'],
  },
  { id: 'meta', aliases: ['meta', 'meta-llama', 'llama-api'], models: ['llama'], hosts: ['llama.com'] },
  {
    id: 'zhipu',
    aliases: ['zhipu', 'zhipuai', 'z-ai', 'zai'],
    models: ['glm-'],
    hosts: ['bigmodel.cn', 'z.ai'],
  },
  {
    id: 'ibm',
    aliases: ['ibm', 'ibm.watsonx.ai', 'watsonx'],
    models: ['granite-'],
    hosts: ['cloud.ibm.com'],
  },
  { id: 'amazon', aliases: ['amazon', 'amazon.nova'], models: ['nova-', 'titan-'], hosts: [] },
];

/** Frameworks that call models; the model name determines the vendor. */
export const FRAMEWORKS: readonly (readonly string[])[] = [
  ['langchain', 'langgraph', 'langchain_core'],
  ['langsmith'],
  ['langfuse'],
  ['llamaindex', 'llama_index', 'llama-index'],
  ['crewai', 'crew_ai'],
  ['strands', 'strands-agents', 'strands_agents'],
  ['mastra'],
  ['autogen'],
  ['semantic_kernel', 'semantic-kernel', 'microsoft.agent_framework', 'microsoft'],
  ['pydantic-ai', 'pydantic_ai'],
  ['haystack'],
  ['dspy'],
  ['spring_ai', 'spring-ai'],
  ['genkit'],
  ['openai-agents', 'openai_agents'],
  ['google-adk', 'google_adk'],
  ['openinference'],
  ['traceloop'],
  ['openlit'],
  ['laminar', 'lmnr'],
];
