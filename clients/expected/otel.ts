// Clients that send OpenTelemetry spans to the address that their users set.
import type { Client, Expected, ExpectedCall, Target } from '../harness/client.ts';
import { FRAMEWORKS, otlp } from './frameworks.ts';
import * as standard from './standard.ts';

const phoenix = ({ url, apiKey }: Target) => ({
  PHOENIX_COLLECTOR_ENDPOINT: `${url}/otel`,
  PHOENIX_API_KEY: apiKey,
});
const traceloop = ({ url, apiKey }: Target) => ({
  TRACELOOP_BASE_URL: `${url}/otel`,
  TRACELOOP_API_KEY: apiKey,
  TRACELOOP_METRICS_ENABLED: 'false',
});

const { plain, streamed, reasoned, triedTwice, failed, otherVendor, toolAsked, toolAnswered, embedded } =
  standard;
const { uncached, uncounted } = standard;

const about = { ...standard.WHO, tags: { plan: 'pro' } };
const below = (above: readonly string[], calls: readonly ExpectedCall[], more: Partial<ExpectedCall> = {}) =>
  calls.map((call) => ({ ...call, ...more, above }));
const calledAt = (model: string) => [`invoke_agent ${model}`, 'support'];

interface Nested {
  calls: readonly ExpectedCall[];
  asked?: ExpectedCall;
  answered?: ExpectedCall;
  names?: { root: string; agent: string; tool: string };
  toolType?: string;
  more?: Partial<ExpectedCall>;
}

/** An agent with a tool, below a root that has all other calls. */
function nested({
  calls,
  asked = toolAsked,
  answered = toolAnswered,
  names: { root, agent, tool } = { root: 'support', agent: 'weather-agent', tool: 'get_weather' },
  toolType = 'tool',
  more = about,
}: Nested): Expected {
  return {
    calls: [...below([root], calls, more), ...below([agent, root], [asked, answered], more)],
    spans: [
      { name: agent, type: 'agent', above: [root] },
      { name: tool, type: toolType, above: [agent, root] },
    ],
  };
}

const traceloopNames = { root: 'support.workflow', agent: 'weather-agent.agent', tool: 'get_weather.tool' };
const openInferencePython = nested({
  calls: [plain, streamed, reasoned, triedTwice, failed, embedded, otherVendor],
});

/** Below the agent of a framework that gives every call its own. */
const agentCalls = (aboveOf: (model: string) => readonly string[], calls: readonly ExpectedCall[]) =>
  calls.map((call) => ({ ...call, above: aboveOf(call.model) }));

const MASTRA_AGENTS: Readonly<Record<string, string>> = {
  'gpt-4o-mini': 'support',
  'gpt-4o': 'streaming',
  'gpt-5-mini': 'reasoning',
  'qwen-max': 'other',
  'gpt-4.1': 'weather-agent',
};
const mastraAbove = (model: string) => [
  `agent_step ${MASTRA_AGENTS[model]}`,
  `model_generation ${model}`,
  `invoke_agent ${MASTRA_AGENTS[model]}`,
];

const js: readonly Client[] = [
  {
    id: 'openinference',
    title: 'Phoenix and OpenInference (JavaScript)',
    language: { name: 'js' },
    packages: ['@arizeai/phoenix-otel', '@arizeai/openinference-instrumentation-openai'],
    settings: phoenix,
    resendsAfter: 503,
    // It never ends the span of a failing call, and sends no counts with streams and embeddings.
    expected: nested({
      calls: [plain, uncounted(streamed), reasoned, triedTwice, uncounted(embedded), otherVendor],
    }),
  },
  {
    id: 'ai-sdk',
    title: 'AI SDK 7 (JavaScript)',
    language: { name: 'js' },
    packages: ['ai', '@ai-sdk/otel'],
    settings: otlp,
    resendsAfter: 503,
    // It sends no reasoning tokens, and has no attributes for users and sessions.
    expected: {
      calls: [
        ...agentCalls(
          (model) => ['step 1', ...calledAt(model)],
          [plain, streamed, { ...reasoned, reasoningTokens: 0 }, failed, otherVendor, standard.anthropic],
        ),
        ...below(['embeddings text-embedding-3-small', 'support'], [embedded]),
        ...below(['step 1', ...calledAt('gpt-4.1')], [toolAsked]),
        ...below(['step 2', ...calledAt('gpt-4.1')], [toolAnswered]),
      ],
      spans: [
        { name: 'invoke_agent gpt-4.1', type: 'agent', above: ['support'] },
        { name: 'execute_tool get_weather', type: 'tool', above: ['step 1', ...calledAt('gpt-4.1')] },
      ],
    },
  },
  {
    id: 'traceloop',
    title: 'Traceloop (JavaScript)',
    language: { name: 'js' },
    packages: ['@traceloop/node-server-sdk'],
    settings: traceloop,
    resendsAfter: 503,
    // It sends no cached and reasoning tokens and neither failing calls nor embeddings. It guesses the counts
    // of a stream: 7 × 1 + 7 × 10 = 77 millionths.
    expected: nested({
      calls: [
        uncached(plain),
        { ...uncached(streamed), promptTokens: 7, completionTokens: 7, costUsd: 0.000077 },
        uncached(reasoned),
        uncached(triedTwice),
        uncached(otherVendor),
      ],
      asked: uncached(toolAsked),
      answered: uncached(toolAnswered),
      names: traceloopNames,
    }),
  },
  {
    id: 'mastra',
    title: 'Mastra (JavaScript)',
    language: { name: 'js' },
    packages: ['@mastra/core', '@mastra/otel-exporter'],
    settings: otlp,
    resendsAfter: 503,
    // A call has its answer; the question is on the spans above. It does not ask the vendor for the counts of
    // a stream.
    expected: {
      calls: [
        plain,
        uncounted(streamed),
        reasoned,
        otherVendor,
        { ...toolAsked, output: '"role":"assistant"' },
        toolAnswered,
      ].map((call) => standard.changed(call, { ...about, input: '', above: mastraAbove(call.model) })),
      rejected: ['signal_not_stored'],
    },
  },
  {
    id: 'openai-agents',
    title: 'OpenAI Agents with OpenInference (JavaScript)',
    language: { name: 'js' },
    packages: ['@openai/agents', '@arizeai/openinference-instrumentation-openai-agents'],
    settings: otlp,
    resendsAfter: 503,
    expected: { calls: [plain, streamed, reasoned, otherVendor, toolAsked, toolAnswered] },
  },
  {
    id: 'openai-agents-native',
    title: "OpenAI Agents with the SDK's own exporter (JavaScript)",
    language: { name: 'js', folder: 'openai-agents', program: 'native' },
    packages: ['@openai/agents'],
    settings: ({ url, apiKey }) => ({ TRACES_INGEST: `${url}/v1/traces/ingest`, TRACEWELL_API_KEY: apiKey }),
    resendsAfter: null,
    expected: null,
  },
];

const python: readonly Client[] = [
  {
    id: 'openai-agents-python',
    title: 'OpenAI Agents with OpenInference (Python)',
    language: { name: 'python', environment: 'openai-agents', program: 'openai_agents_spans' },
    packages: ['openai-agents', 'openinference-instrumentation-openai-agents'],
    settings: otlp,
    resendsAfter: 503,
    expected: { calls: [plain, streamed, reasoned, otherVendor, toolAsked, toolAnswered] },
  },
  {
    id: 'phoenix-python',
    title: 'Phoenix (Python)',
    language: { name: 'python', environment: 'phoenix', program: 'phoenix_spans' },
    packages: ['arize-phoenix-otel', 'openinference-instrumentation-openai'],
    settings: ({ url, apiKey }) => ({ PHOENIX_ENDPOINT: `${url}/otel/v1/traces`, PHOENIX_API_KEY: apiKey }),
    resendsAfter: 503,
    expected: openInferencePython,
  },
  {
    id: 'phoenix-python-grpc',
    title: 'Phoenix over gRPC (Python)',
    language: { name: 'python', environment: 'phoenix', program: 'phoenix_spans' },
    packages: ['arize-phoenix-otel', 'openinference-instrumentation-openai'],
    // With nothing but the address, it goes to port 4317 of the host.
    settings: ({ url, apiKey, grpcPort }) => ({
      PHOENIX_COLLECTOR_ENDPOINT: url,
      PHOENIX_GRPC_PORT: String(grpcPort),
      PHOENIX_API_KEY: apiKey,
    }),
    resendsAfter: null,
    expected: openInferencePython,
  },
  {
    id: 'openinference-python',
    title: 'OpenInference (Python)',
    language: { name: 'python', environment: 'phoenix', program: 'openinference_spans' },
    packages: ['openinference-instrumentation-openai'],
    settings: otlp,
    resendsAfter: 503,
    expected: openInferencePython,
  },
  {
    id: 'traceloop-python',
    title: 'Traceloop (Python)',
    language: { name: 'python', environment: 'traceloop', program: 'traceloop_spans' },
    packages: ['traceloop-sdk'],
    settings: traceloop,
    resendsAfter: 503,
    expected: nested({
      calls: [plain, streamed, reasoned, triedTwice, failed, embedded, otherVendor],
      names: traceloopNames,
    }),
  },
  {
    id: 'openlit-python',
    title: 'OpenLIT (Python)',
    language: { name: 'python', environment: 'openlit', program: 'openlit_spans' },
    packages: ['openlit'],
    settings: otlp,
    resendsAfter: 503,
    // It sends no reasoning tokens, and no question with a failing call. Agent and tool are plain spans of
    // the program.
    expected: {
      ...nested({
        calls: [
          plain,
          streamed,
          { ...reasoned, reasoningTokens: 0 },
          triedTwice,
          embedded,
          otherVendor,
          { ...failed, input: '' },
        ],
        toolType: 'span',
        more: {},
      }),
      rejected: ['signal_not_stored'],
    },
  },
  {
    id: 'pydantic-ai-python',
    title: 'Pydantic AI (Python)',
    language: { name: 'python', environment: 'pydantic-ai', program: 'pydantic_ai_agents' },
    packages: ['pydantic-ai-slim'],
    settings: otlp,
    resendsAfter: 503,
    // It sends no question with a failing call.
    expected: {
      calls: [plain, streamed, reasoned, { ...failed, input: '' }, otherVendor, toolAsked, toolAnswered],
    },
  },
  {
    id: 'opik-otlp-python',
    title: "OpenInference to Opik's address (Python)",
    language: { name: 'python', environment: 'phoenix', program: 'openinference_spans' },
    packages: ['openinference-instrumentation-openai'],
    settings: ({ url, apiKey }) => ({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/api/v1/private/otel`,
      OTEL_EXPORTER_OTLP_HEADERS: `Authorization=${apiKey},projectName=support,Comet-Workspace=default`,
    }),
    resendsAfter: 503,
    expected: openInferencePython,
  },
  {
    id: 'braintrust-python',
    title: 'Braintrust (Python)',
    language: { name: 'python', environment: 'braintrust', program: 'braintrust_spans' },
    packages: ['braintrust'],
    settings: ({ url, apiKey }) => ({
      BRAINTRUST_API_URL: url,
      BRAINTRUST_API_KEY: apiKey,
      BRAINTRUST_PARENT: 'project_name:support',
    }),
    resendsAfter: 503,
    expected: nested({
      calls: [plain, streamed, reasoned, triedTwice, failed, embedded, otherVendor],
      more: {},
    }),
  },
  ...FRAMEWORKS,
];

export const OTEL: readonly Client[] = [...js, ...python];
