// Applications that run only where someone has installed them.
import type { Client } from '../harness/client.ts';
import * as standard from './standard.ts';

const AGENT = ['RunnableSequence', '[Support] Weather'];

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
];
