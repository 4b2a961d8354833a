// LangSmith and LangChain.
import type { Client, Expected, ExpectedCall, LangsmithWire, Target } from '../harness/client.ts';
import * as standard from './standard.ts';

const settings = ({ url, apiKey }: Target) => ({
  LANGSMITH_ENDPOINT: url,
  LANGSMITH_API_KEY: apiKey,
  LANGSMITH_TRACING: 'true',
  LANGSMITH_PROJECT: 'support',
});

const below = (above: readonly string[], calls: readonly ExpectedCall[]) =>
  calls.map((call) => ({ ...call, ...standard.WHO, tags: { plan: 'pro' }, above }));

const { plain, streamed, reasoned, triedTwice, failed, otherVendor, toolAsked, toolAnswered } = standard;

const agentSpans = (root: readonly string[]) => [
  { name: 'weather-agent', type: 'chain', above: root },
  { name: 'get_weather', type: 'tool', above: ['weather-agent', ...root] },
];

const runs = (calls: readonly ExpectedCall[]): Expected => ({
  calls: [...below(['support'], calls), ...below(['weather-agent', 'support'], [toolAsked, toolAnswered])],
  spans: agentSpans(['support']),
  scores: [{ name: 'helpful', value: 1, of: 'trace' }],
});

const js = (id: string, title: string, wire: LangsmithWire): Client => ({
  id,
  title,
  language: { name: 'js', folder: 'langsmith' },
  packages: ['langsmith'],
  settings,
  wire,
  resendsAfter: 503,
  expected: runs([plain, streamed, reasoned, triedTwice, failed, otherVendor, standard.anthropic]),
});

const python = (id: string, title: string, wire: LangsmithWire): Client => ({
  id,
  title,
  language: { name: 'python', environment: 'langsmith', program: 'langsmith_runs' },
  packages: ['langsmith'],
  settings,
  wire,
  // 503 is final for this client.
  resendsAfter: 500,
  expected: runs([plain, streamed, reasoned, triedTwice, failed, otherVendor]),
});

export const LANGSMITH: readonly Client[] = [
  js('langsmith', 'LangSmith (JavaScript, batch)', 'batch'),
  js('langsmith-multipart', 'LangSmith (JavaScript, multipart)', 'multipart'),
  {
    id: 'langchain',
    title: 'LangChain (JavaScript)',
    language: { name: 'js' },
    packages: ['@langchain/core', '@langchain/openai', 'langsmith'],
    settings,
    resendsAfter: 503,
    expected: {
      calls: [
        ...below(['support'], [plain, streamed]),
        ...below([], [reasoned, failed, otherVendor]),
        ...below(['weather-agent'], [toolAsked, toolAnswered]),
      ],
      spans: agentSpans([]),
    },
  },
  python('langsmith-python', 'LangSmith (Python, batch)', 'batch'),
  python('langsmith-python-multipart', 'LangSmith (Python, multipart)', 'multipart'),
  python('langsmith-python-zstd', 'LangSmith (Python, multipart with zstd)', 'zstd'),
];
