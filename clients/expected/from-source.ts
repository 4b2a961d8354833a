// Applications that are too large to be installed here, or that send from their own machines. Small programs make the calls that
// the published source of the application makes, with the same version of the library that it sends with.
import type { Client, ExpectedCall, Target } from '../harness/client.ts';
import * as standard from './standard.ts';

const settings = ({ url, apiKey }: Target) => ({
  LANGFUSE_HOST: url,
  LANGFUSE_PUBLIC_KEY: 'pk-lf-anything',
  LANGFUSE_SECRET_KEY: apiKey,
});

/** It sends no parts of the counts. Its own cost takes precedence over our price. */
const difyCalls = (root: string): ExpectedCall[] => [
  { ...standard.uncached(standard.plain), ...standard.WHO, above: [root] },
  {
    ...standard.uncached(standard.reasoned),
    ...standard.WHO,
    costUsd: 0.0042,
    above: root === 'Workflow' ? [root] : [],
  },
];

export const FROM_SOURCE: readonly Client[] = [
  {
    id: 'n8n',
    title: 'n8n with agents (its spans, from its source)',
    language: { name: 'js', folder: 'ai-sdk', program: 'n8n' },
    packages: ['ai', '@ai-sdk/otel'],
    settings: ({ url, apiKey }) => ({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/otel`,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer ${apiKey}`,
    }),
    resendsAfter: 503,
    expected: {
      calls: [
        { ...standard.plain, above: ['ai.generateText', 'answer-agent.generate', 'Answer', 'support'] },
        { ...standard.toolAsked, above: ['ai.generateText', 'weather-agent.generate', 'Weather', 'support'] },
        {
          ...standard.toolAnswered,
          above: ['ai.generateText', 'weather-agent.generate', 'Weather', 'support'],
        },
      ],
      spans: [
        { name: 'support', type: 'chain', above: [] },
        { name: 'answer-agent.generate', type: 'agent', above: ['Answer', 'support'] },
      ],
    },
  },
  {
    id: 'dify',
    title: 'Dify until August 2026 (its calls, from its source)',
    language: { name: 'python', environment: 'langfuse-4', program: 'dify_events' },
    packages: ['langfuse'],
    settings,
    resendsAfter: 503,
    expected: {
      calls: difyCalls('workflow'),
      spans: [
        { name: 'workflow', type: 'chain', above: [] },
        { name: 'get_weather', type: 'span', above: ['workflow'] },
      ],
    },
  },
  {
    id: 'dify-otlp',
    title: 'Dify since September 2026 (its spans, from its source)',
    language: { name: 'python', environment: 'langfuse-4', program: 'dify_spans' },
    packages: ['langfuse'],
    settings,
    resendsAfter: 503,
    expected: {
      calls: difyCalls('Workflow'),
      spans: [
        { name: 'Workflow', type: 'chain', above: [] },
        { name: 'get_weather', type: 'span', above: ['Workflow'] },
      ],
    },
  },
  {
    id: 'open-webui',
    title: 'Open WebUI with its Langfuse filter (its calls, from its source)',
    language: { name: 'python', environment: 'langfuse-2', program: 'open_webui_filter' },
    packages: ['langfuse'],
    settings,
    resendsAfter: 503,
    // The filter has the answer among the messages of the input.
    expected: {
      calls: [standard.plain, standard.otherVendor].map((call) =>
        standard.changed(standard.uncached(call), {
          ...standard.WHO,
          output: '',
          tags: { 'tag:open-webui': 'true' },
          above: [],
        }),
      ),
    },
  },
];
