// Applications that run only where someone has installed them.
import type { Client } from '../harness/client.ts';
import * as standard from './standard.ts';

const AGENT = ['RunnableSequence', '[Support] Weather'];

const DIFY = { name: 'app', program: 'dify', folder: 'DIFY_FOLDER', python: '.venv/bin/python' } as const;

export const APPS: readonly Client[] = [
  {
    id: 'n8n-app',
    title: 'n8n, with both its ways to trace',
    language: { name: 'app', program: 'n8n', folder: 'N8N_FOLDER' },
    packages: ['n8n'],
    settings: ({ url, apiKey }) => ({
      LANGCHAIN_TRACING_V2: 'true',
      LANGCHAIN_ENDPOINT: url,
      LANGCHAIN_API_KEY: apiKey,
      N8N_OTEL_ENABLED: 'true',
      N8N_OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/otel`,
      N8N_OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer ${apiKey}`,
    }),
    resendsAfter: 503,
    expected: {
      calls: [
        { ...standard.plain, above: ['[Support] Answer'] },
        // The text of n8n, not of the vendor.
        { ...standard.failed, error: 'Bad request', above: ['[Support] Fail'] },
        // It sends the text of an answer only, without the tools that the model asked for.
        standard.changed(standard.toolAsked, { output: '', above: AGENT }),
        { ...standard.toolAnswered, above: AGENT },
      ],
      allTraces: true,
      spans: [
        { name: 'Support', type: 'chain', above: [] },
        // The agent stops for its tools, which n8n runs as nodes: one span of each way to trace.
        { name: 'get_weather', type: 'tool', above: [] },
        { name: 'get_weather', type: 'tool', above: ['Support'] },
      ],
    },
  },
  {
    id: 'dify-app',
    title: "Dify's own tracing code, provider Langfuse",
    language: DIFY,
    packages: ['dify-api', 'langfuse'],
    settings: ({ url, apiKey }) => ({
      DIFY_PROVIDER: 'langfuse',
      DIFY_PROVIDER_CONFIG: JSON.stringify({ host: url, public_key: 'pk-lf-anything', secret_key: apiKey }),
    }),
    resendsAfter: 503,
    expected: {
      calls: [
        { ...standard.uncached(standard.plain), userId: 'user-7', above: ['workflow'] },
        // Its own cost takes precedence over our price.
        { ...standard.uncached(standard.reasoned), userId: 'user-7', costUsd: 0.0042, above: [] },
      ],
      spans: [
        { name: 'workflow', type: 'chain', above: [] },
        { name: 'get_weather', type: 'span', above: ['workflow'] },
      ],
    },
  },
  {
    id: 'dify-app-langsmith',
    title: "Dify's own tracing code, provider LangSmith",
    language: DIFY,
    packages: ['dify-api', 'langsmith'],
    settings: ({ url, apiKey }) => ({
      DIFY_PROVIDER: 'langsmith',
      DIFY_PROVIDER_CONFIG: JSON.stringify({ endpoint: url, api_key: apiKey, project: 'support' }),
    }),
    resendsAfter: 503,
    expected: {
      calls: [
        { ...standard.uncached(standard.plain), above: ['workflow', 'message'] },
        { ...standard.uncached(standard.reasoned), above: ['message'] },
      ],
      spans: [{ name: 'tool', type: 'tool', above: ['workflow', 'message'] }],
    },
  },
  {
    id: 'open-webui-app',
    title: 'Open WebUI, with the Langfuse filter of its pipelines',
    language: { name: 'app', program: 'open-webui', folder: 'OPEN_WEBUI_FOLDER' },
    packages: ['open-webui'],
    settings: ({ url, apiKey }) => ({
      LANGFUSE_HOST: url,
      LANGFUSE_PUBLIC_KEY: 'pk-lf-anything',
      LANGFUSE_SECRET_KEY: apiKey,
      ENABLE_OTEL: 'true',
      ENABLE_OTEL_TRACES: 'true',
      OTEL_OTLP_SPAN_EXPORTER: 'http',
      OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/otel/v1/traces`,
      OTEL_BASIC_AUTH_USERNAME: 'tracewell',
      OTEL_BASIC_AUTH_PASSWORD: apiKey,
    }),
    resendsAfter: 503,
    // The filter has the answer among the messages of the input.
    expected: {
      calls: [standard.plain, standard.otherVendor].map((call) =>
        standard.changed(standard.uncached(call), {
          output: '',
          userId: 'admin@localhost',
          tags: { 'tag:open-webui': 'true' },
          above: [],
        }),
      ),
    },
  },
];
