// Helicone's manual logger, and LiteLLM with each of its callbacks.
import type { Client, ExpectedCall, Target } from '../harness/client.ts';
import * as standard from './standard.ts';

const { plain, streamed, reasoned, failed, otherVendor, toolAsked, embedded, anthropic } = standard;

const litellm = (
  callback: string,
  title: string,
  settings: Client['settings'],
  calls: readonly ExpectedCall[],
  resendsAfter: number | null,
): Client => ({
  id: `litellm-${callback.replaceAll('_', '-')}`,
  title,
  language: { name: 'python', environment: 'litellm', program: 'litellm_calls' },
  packages: ['litellm'],
  settings: (target) => ({
    LITELLM_CALLBACK: callback,
    LITELLM_LOCAL_MODEL_COST_MAP: 'True',
    ...settings(target),
  }),
  resendsAfter,
  expected: { calls },
});

/** The proxy, asked with OpenAI's client. */
const proxy = (client: Client): Client => ({
  ...client,
  id: client.id.replace('litellm-', 'litellm-proxy-'),
  title: client.title.replace('LiteLLM,', 'LiteLLM proxy,'),
  language: { name: 'python', environment: 'litellm-proxy', program: 'litellm_proxy' },
});

const langfuse = ({ url, apiKey }: Target) => ({
  LANGFUSE_HOST: url,
  LANGFUSE_PUBLIC_KEY: 'pk-lf-anything',
  LANGFUSE_SECRET_KEY: apiKey,
});

/**
 * LiteLLM reports what a call costs by its own list, in millionths of a dollar; it does not know the other
 * vendor's model.
 */
const all: readonly ExpectedCall[] = [
  { ...plain, costUsd: 0.000111 }, // 160 × 0.15 + 1,024 × 0.075 + 17 × 0.6
  { ...streamed, costUsd: 0.00185 }, // 160 × 2.5 + 1,024 × 1.25 + 17 × 10
  { ...reasoned, costUsd: 0.0003556 }, // 160 × 0.25 + 1,024 × 0.025 + 145 × 2
  { ...anthropic, costUsd: 0.0019782 }, // 142 × 3 + 1,024 × 0.3 + 256 × 3.75 + 19 × 15
  { ...embedded, costUsd: 0.00000016 }, // 8 × 0.02
  otherVendor,
  failed,
];

const HELICONE: Client = {
  id: 'helicone',
  title: 'Helicone helpers (JavaScript)',
  language: { name: 'js' },
  packages: ['@helicone/helpers'],
  settings: ({ url, apiKey }) => ({
    HELICONE_LOGGING_ENDPOINT: `${url}/custom/v1/log`,
    HELICONE_API_KEY: apiKey,
  }),
  resendsAfter: null,
  expected: {
    // Names of headers arrive in lower case.
    calls: [plain, reasoned, otherVendor, streamed, failed, toolAsked, embedded].map((call) =>
      standard.changed(call, { ...standard.WHO, tags: { plan: 'pro' } }),
    ),
  },
};

/** By callback. */
const LITELLM: readonly Client[] = [
  // Sends no reasoning tokens and no failing calls.
  litellm(
    'langfuse',
    'LiteLLM, callback `langfuse`',
    langfuse,
    all
      .filter(({ error }) => error === undefined)
      .map((call) => standard.changed(call, { reasoningTokens: 0 })),
    503,
  ),
  litellm('langfuse_otel', 'LiteLLM, callback `langfuse_otel`', langfuse, all, 503),
  litellm(
    'langsmith',
    'LiteLLM, callback `langsmith`',
    ({ url, apiKey }) => ({
      LANGSMITH_BASE_URL: url,
      LANGSMITH_API_KEY: apiKey,
      LANGSMITH_PROJECT: 'support',
      LANGSMITH_BATCH_SIZE: '3',
    }),
    all,
    null,
  ),
  // It forgets calls that end while a batch is on its way, so there is one batch only.
  litellm(
    'generic_api',
    'LiteLLM, callback `generic_api`',
    ({ url, apiKey }) => ({
      GENERIC_LOGGER_ENDPOINT: `${url}/v1/ingest/litellm`,
      GENERIC_LOGGER_HEADERS: `Authorization=Bearer ${apiKey}`,
      DEFAULT_FLUSH_INTERVAL_SECONDS: '15',
      LITELLM_WAIT_SECONDS: '20',
    }),
    all,
    null,
  ),
  // Sends neither parts of the counts nor its cost, and counts the cache of Anthropic as input: 1,422 × 1 +
  // 19 × 10.
  litellm(
    'otel',
    'LiteLLM, callback `otel`',
    ({ url, apiKey }) => ({
      OTEL_EXPORTER: 'otlp_http',
      OTEL_ENDPOINT: `${url}/otel/v1/traces`,
      OTEL_HEADERS: `Authorization=Bearer ${apiKey}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'otlp_http',
      OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/otel`,
      OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer%20${apiKey}`,
    }),
    [plain, streamed, reasoned, otherVendor]
      .map(standard.uncached)
      .concat([{ ...anthropic, cachedTokens: 0, cacheWriteTokens: 0, costUsd: 0.001612 }, embedded, failed]),
    503,
  ),
];

/** `langfuse` and `langsmith` of the proxy name a model with its vendor in front (`openai/gpt-4o-mini`). */
const OF_PROXY = new Set(['litellm-langfuse-otel', 'litellm-generic-api', 'litellm-otel']);

export const OTHER: readonly Client[] = [
  HELICONE,
  ...LITELLM,
  ...LITELLM.filter(({ id }) => OF_PROXY.has(id)).map(proxy),
];
