// Services that serve models of other vendors. A gateway sets its own prices, so a call keeps its name
// (gateway-of.ts) and its price table is asked first (prices/catalog.ts).

export interface Gateway {
  id: string;
  /** Its names in instrumentations, compared trimmed and in lower case. The model determines the vendor. */
  names: readonly string[];
  /** Names that also determine the vendor (vendors.ts): `azure.ai.openai` is OpenAI, served by Azure. */
  vendorNames?: readonly string[];
  /** Endings of `server.address`. */
  hosts?: readonly string[];
  /** Its table in the price package. */
  table?: string;
  /** `proxy`: the vendor bills, not the proxy. `local`: runs on the user's own machines, at no cost. */
  kind?: 'proxy' | 'local';
}

export const GATEWAYS: readonly Gateway[] = [
  {
    id: 'bedrock',
    names: [
      'bedrock',
      'aws',
      'aws.bedrock',
      'aws_bedrock',
      'aws-bedrock',
      'amazon-bedrock',
      'amazon_bedrock',
      'amazon.bedrock',
    ],
    vendorNames: ['bedrock.anthropic'],
    hosts: ['amazonaws.com'],
    table: 'aws',
  },
  {
    id: 'azure',
    names: [
      'azure-ai',
      'azure_ai',
      'azure.ai',
      'az.ai',
      'azure.ai.inference',
      'az.ai.inference',
      'azure-ai-foundry',
      'azure_ai_foundry',
    ],
    vendorNames: ['azure', 'azure.ai.openai', 'az.ai.openai', 'azure-openai', 'azure_openai', 'azure.openai'],
    hosts: ['openai.azure.com', 'ai.azure.com', 'cognitiveservices.azure.com', 'azure-api.net'],
    table: 'azure',
  },
  {
    id: 'openrouter',
    names: ['openrouter', 'open_router', 'open-router'],
    hosts: ['openrouter.ai'],
    table: 'openrouter',
  },
  { id: 'groq', names: ['groq'], hosts: ['groq.com'], table: 'groq' },
  {
    id: 'together',
    names: ['together', 'togetherai', 'together_ai', 'together-ai'],
    hosts: ['together.xyz', 'together.ai'],
    table: 'together',
  },
  {
    id: 'fireworks',
    names: ['fireworks', 'fireworks_ai', 'fireworks-ai'],
    hosts: ['fireworks.ai'],
    table: 'fireworks',
  },
  { id: 'cerebras', names: ['cerebras'], hosts: ['cerebras.ai'], table: 'cerebras' },
  { id: 'novita', names: ['novita', 'novita_ai'], hosts: ['novita.ai'], table: 'novita' },
  { id: 'baseten', names: ['baseten'], hosts: ['baseten.co'], table: 'baseten' },
  {
    id: 'cloudflare',
    names: ['cloudflare', 'workers-ai'],
    hosts: ['api.cloudflare.com'],
    table: 'cloudflare',
  },
  { id: 'deepinfra', names: ['deepinfra'], hosts: ['deepinfra.com'] },
  { id: 'sambanova', names: ['sambanova'], hosts: ['sambanova.ai'] },
  { id: 'nebius', names: ['nebius'], hosts: ['nebius.com', 'nebius.ai'] },
  { id: 'nvidia', names: ['nvidia', 'nvidia_nim', 'nvidia-nim'], hosts: ['api.nvidia.com'] },
  { id: 'replicate', names: ['replicate'], hosts: ['replicate.com'] },
  { id: 'huggingface', names: ['huggingface', 'hugging_face', 'hf'], hosts: ['huggingface.co'] },
  { id: 'litellm', names: ['litellm', 'lite_llm', 'litellm_proxy'], kind: 'proxy' },
  { id: 'portkey', names: ['portkey'], hosts: ['portkey.ai'], kind: 'proxy' },
  { id: 'helicone', names: ['helicone'], hosts: ['helicone.ai'], kind: 'proxy' },
  {
    id: 'cloudflare-ai-gateway',
    names: ['cloudflare-ai-gateway'],
    hosts: ['gateway.ai.cloudflare.com'],
    kind: 'proxy',
  },
  {
    id: 'vercel',
    names: ['vercel', 'gateway', 'ai-gateway', 'vercel-ai-gateway'],
    hosts: ['ai-gateway.vercel.sh'],
    kind: 'proxy',
  },
  { id: 'ollama', names: ['ollama'], kind: 'local' },
  { id: 'vllm', names: ['vllm', 'hosted_vllm'], kind: 'local' },
  { id: 'lmstudio', names: ['lmstudio', 'lm_studio', 'lm-studio'], kind: 'local' },
  { id: 'llama.cpp', names: ['llama.cpp', 'llama_cpp', 'llama-cpp', 'llamacpp', 'llamafile'], kind: 'local' },
  { id: 'sglang', names: ['sglang'], kind: 'local' },
  { id: 'localai', names: ['localai', 'local-ai', 'local_ai'], kind: 'local' },
  /** Recognised only by its address. */
  { id: 'local', names: ['local'], kind: 'local' },
];

const BY_ID = new Map(GATEWAYS.map((gateway) => [gateway.id, gateway]));

export const gatewayById = (id: string): Gateway | undefined => BY_ID.get(id);
