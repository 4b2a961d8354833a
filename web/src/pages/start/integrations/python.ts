import type { Integration } from './integration.ts';
import { OPENINFERENCE_MESSAGES, OTEL_ENVIRONMENT } from './otel.ts';

const EXPORTER = 'opentelemetry-sdk opentelemetry-exporter-otlp-proto-http';

interface Instrumentor {
  module: string;
  name: string;
}

const SETUP_IMPORTS = `from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor`;

const SETUP = `provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))`;

const instrumented = (instrumentors: readonly Instrumentor[]): string =>
  [
    ...instrumentors.map(({ module, name }) => `from openinference.instrumentation.${module} import ${name}`),
    SETUP_IMPORTS,
    '',
    SETUP,
    ...instrumentors.map(({ name }) => `${name}().instrument(tracer_provider=provider)`),
  ].join('\n');

/** OpenInference's instrumentation of a library, exported over OpenTelemetry. */
const openInference = (
  about: Pick<Integration, 'id' | 'name' | 'mark'>,
  {
    page,
    packages,
    instrumentors,
  }: { page: string; packages: string; instrumentors: readonly Instrumentor[] },
): Integration => ({
  ...about,
  group: 'python',
  blocks: [
    { label: 'install', page, code: `pip install ${packages}` },
    OTEL_ENVIRONMENT,
    { label: { file: 'main.py' }, page, code: instrumented(instrumentors) },
  ],
  messages: OPENINFERENCE_MESSAGES,
});

export const PYTHON: readonly Integration[] = [
  openInference(
    { id: 'openai-py', name: 'OpenAI', mark: 'OA' },
    {
      page: 'integrations/openai.md',
      packages: `openinference-instrumentation-openai ${EXPORTER}`,
      instrumentors: [{ module: 'openai', name: 'OpenAIInstrumentor' }],
    },
  ),
  openInference(
    { id: 'anthropic-py', name: 'Anthropic', mark: 'An' },
    {
      page: 'integrations/anthropic.md',
      packages: `openinference-instrumentation-anthropic ${EXPORTER}`,
      instrumentors: [{ module: 'anthropic', name: 'AnthropicInstrumentor' }],
    },
  ),
  openInference(
    { id: 'langchain-py', name: 'LangChain / LangGraph', mark: 'LC' },
    {
      page: 'integrations/langchain.md',
      packages: `openinference-instrumentation-langchain ${EXPORTER}`,
      instrumentors: [{ module: 'langchain', name: 'LangChainInstrumentor' }],
    },
  ),
  openInference(
    { id: 'llamaindex-py', name: 'LlamaIndex', mark: 'LI' },
    {
      page: 'integrations/llamaindex.md',
      packages: `openinference-instrumentation-llama-index ${EXPORTER}`,
      instrumentors: [{ module: 'llama_index', name: 'LlamaIndexInstrumentor' }],
    },
  ),
  {
    id: 'pydantic-ai',
    name: 'Pydantic AI',
    group: 'python',
    mark: 'PA',
    blocks: [
      { label: 'install', page: 'integrations/pydantic-ai.md', code: `pip install pydantic-ai ${EXPORTER}` },
      OTEL_ENVIRONMENT,
      {
        label: { file: 'main.py' },
        page: 'integrations/pydantic-ai.md',
        code: `from opentelemetry import trace
${SETUP_IMPORTS}
from pydantic_ai import Agent

${SETUP}
trace.set_tracer_provider(provider)
Agent.instrument_all()`,
      },
    ],
    messages: { sent: 'default', off: ['InstrumentationSettings(include_content=False)'] },
  },
  openInference(
    { id: 'crewai', name: 'CrewAI', mark: 'Cr' },
    {
      page: 'integrations/crewai.md',
      packages: `openinference-instrumentation-crewai openinference-instrumentation-openai \\\n  ${EXPORTER}`,
      instrumentors: [
        { module: 'crewai', name: 'CrewAIInstrumentor' },
        { module: 'openai', name: 'OpenAIInstrumentor' },
      ],
    },
  ),
  openInference(
    { id: 'openai-agents-py', name: 'OpenAI Agents', mark: 'AG' },
    {
      page: 'integrations/openai-agents.md',
      packages: `openinference-instrumentation-openai-agents ${EXPORTER}`,
      instrumentors: [{ module: 'openai_agents', name: 'OpenAIAgentsInstrumentor' }],
    },
  ),
];
