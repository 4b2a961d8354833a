// Langfuse: the legacy batch (2 for Python, 3 for JavaScript) and OpenTelemetry spans (from 4 on).
import type { Client, Expected, ExpectedCall, Target } from '../harness/client.ts';
import * as standard from './standard.ts';

const settings = ({ url, apiKey }: Target) => ({
  LANGFUSE_BASE_URL: url,
  LANGFUSE_BASEURL: url,
  LANGFUSE_HOST: url,
  LANGFUSE_PUBLIC_KEY: 'pk-lf-anything',
  LANGFUSE_SECRET_KEY: apiKey,
});

/** The wrapper sends no provider: it follows from the model. */
const about = { ...standard.WHO, tags: { plan: 'pro' } };
const below = (above: readonly string[], calls: readonly ExpectedCall[]) =>
  calls.map((call) => ({ ...call, ...about, above }));

const byHand = { ...standard.anthropic, promptName: 'greeting' };
const scores = [
  { name: 'quality', value: 0.9, of: 'call' },
  { name: 'helpful', value: true, of: 'trace' },
] as const;

const expectedOf = (
  root: readonly string[],
  types: { agent: string; tool: string },
  calls: readonly ExpectedCall[],
): Expected => ({
  calls: [
    ...below(root, [...calls, byHand]),
    ...below(['weather-agent', ...root], [standard.toolAsked, standard.toolAnswered]),
  ],
  spans: [
    { name: 'weather-agent', type: types.agent, above: root },
    { name: 'get_weather', type: types.tool, above: ['weather-agent', ...root] },
  ],
  scores,
});

const chats = [standard.plain, standard.reasoned, standard.triedTwice, standard.failed, standard.otherVendor];
const { streamed, embedded, uncached, uncounted } = standard;
/** The legacy batch has spans only. The name of one of them says that it is an agent. */
const SPANS = { agent: 'agent', tool: 'span' };
const TYPED = { agent: 'agent', tool: 'tool' };

export const LANGFUSE: readonly Client[] = [
  {
    id: 'langfuse-3',
    title: 'Langfuse 3 (JavaScript, legacy batch)',
    language: { name: 'js' },
    packages: ['langfuse'],
    settings,
    resendsAfter: 503,
    // The wrapper sends no counts with an embedding.
    expected: expectedOf([], SPANS, [...chats, streamed, uncounted(embedded)]),
  },
  {
    id: 'langfuse-5',
    title: 'Langfuse 5 (JavaScript)',
    language: { name: 'js' },
    packages: ['@langfuse/otel', '@langfuse/openai', '@langfuse/client'],
    settings,
    resendsAfter: 503,
    expected: expectedOf(['support'], TYPED, [...chats, streamed, uncounted(embedded)]),
  },
  {
    id: 'langfuse-python-2',
    title: 'Langfuse 2 (Python, legacy batch)',
    language: { name: 'python', environment: 'langfuse-2', program: 'langfuse_2' },
    packages: ['langfuse'],
    settings,
    resendsAfter: 503,
    // The wrapper does not support embeddings, and sends no parts of the counts of a stream.
    expected: expectedOf([], SPANS, [...chats, uncached(streamed)]),
  },
  ...[4, 5].map((major): Client => ({
    id: `langfuse-python-${major}`,
    title: `Langfuse ${major} (Python)`,
    language: { name: 'python', environment: `langfuse-${major}`, program: 'langfuse_4' },
    packages: ['langfuse'],
    settings,
    resendsAfter: 503,
    expected: expectedOf(['support'], TYPED, [...chats, streamed, embedded]),
  })),
];
