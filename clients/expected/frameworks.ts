// Agent frameworks for Python that send OpenTelemetry spans.
import type { Client, ExpectedCall, Target } from '../harness/client.ts';
import * as standard from './standard.ts';

export const otlp = ({ url, apiKey }: Target) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/otel`,
  OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer%20${apiKey}`,
  TRACEWELL_API_KEY: apiKey,
});

const {
  WEATHER_QUESTION,
  plain,
  streamed,
  reasoned,
  failed,
  otherVendor,
  toolAsked,
  toolAnswered,
  embedded,
} = standard;

/** Gemini's thoughts are beside its output: 1,184 × 1 + (17 + 64) × 10 = 1,994. */
const gemini: ExpectedCall = {
  ...plain,
  provider: 'google',
  model: 'gemini-2.5-flash',
  cachedTokens: 0,
  completionTokens: 81,
  reasoningTokens: 64,
  costUsd: 0.001994,
};

const framework = (
  name: string,
  title: string,
  program: string,
  packages: readonly string[],
  expected: Client['expected'],
  settings: Client['settings'] = otlp,
): Client => ({
  id: `${name}-python`,
  title: `${title} (Python)`,
  language: { name: 'python', environment: name, program },
  packages,
  settings,
  resendsAfter: 503,
  expected,
});

export const FRAMEWORKS: readonly Client[] = [
  framework(
    'llamaindex',
    'LlamaIndex with OpenInference',
    'llamaindex_calls',
    ['llama-index-core', 'openinference-instrumentation-llama-index'],
    // It sends no counts with embeddings.
    { calls: [plain, streamed, reasoned, failed, standard.uncounted(embedded), toolAsked, toolAnswered] },
  ),
  framework(
    'langgraph',
    'LangGraph with OpenInference',
    'langgraph_agent',
    ['langgraph', 'openinference-instrumentation-langchain'],
    { calls: [plain, streamed, reasoned, otherVendor, failed, toolAsked, toolAnswered] },
  ),
  // It sends no reasoning tokens.
  framework('strands', 'Strands Agents', 'strands_agents', ['strands-agents'], {
    calls: [plain, { ...reasoned, reasoningTokens: 0 }, otherVendor, failed, toolAsked, toolAnswered],
  }),
  framework(
    'crewai',
    'CrewAI with OpenInference',
    'crewai_crew',
    ['crewai', 'openinference-instrumentation-crewai'],
    { calls: [plain, toolAsked, toolAnswered] },
  ),
  framework(
    'adk',
    'Google ADK',
    'adk_agents',
    ['google-adk'],
    {
      calls: [
        gemini,
        { ...gemini, input: WEATHER_QUESTION, output: 'get_weather' },
        { ...gemini, input: WEATHER_QUESTION },
      ],
    },
    (target) => ({
      ...otlp(target),
      OTEL_SEMCONV_STABILITY_OPT_IN: 'gen_ai_latest_experimental',
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'SPAN_ONLY',
    }),
  ),
];
