import type { Integration } from './integration.ts';
import { OPENINFERENCE_MESSAGES, OTEL_ENVIRONMENT } from './otel.ts';

interface Vendor {
  page: string;
  package: string;
  instrumentation: string;
  sdk: { name: string; package: string };
}

/** OpenInference's instrumentation of a vendor's SDK, set up by Phoenix's package. */
const openInference = (about: Pick<Integration, 'id' | 'name' | 'mark'>, vendor: Vendor): Integration => ({
  ...about,
  group: 'javascript',
  blocks: [
    { label: 'install', page: vendor.page, code: `npm install @arizeai/phoenix-otel ${vendor.package}` },
    {
      label: { file: 'instrumentation.ts' },
      page: vendor.page,
      code: `import { ${vendor.instrumentation} } from '${vendor.package}';
import { register } from '@arizeai/phoenix-otel';
import ${vendor.sdk.name} from '${vendor.sdk.package}';

const provider = register({ projectName: 'my-project', url: 'http://localhost:4318/otel', apiKey: 'twl_…' });
const instrumentation = new ${vendor.instrumentation}();
instrumentation.setTracerProvider(provider);
instrumentation.manuallyInstrument(${vendor.sdk.name});`,
    },
  ],
  messages: OPENINFERENCE_MESSAGES,
});

export const JAVASCRIPT: readonly Integration[] = [
  openInference(
    { id: 'openai-js', name: 'OpenAI', mark: 'OA' },
    {
      page: 'integrations/openai.md',
      package: '@arizeai/openinference-instrumentation-openai',
      instrumentation: 'OpenAIInstrumentation',
      sdk: { name: 'OpenAI', package: 'openai' },
    },
  ),
  openInference(
    { id: 'anthropic-js', name: 'Anthropic', mark: 'An' },
    {
      page: 'integrations/anthropic.md',
      package: '@arizeai/openinference-instrumentation-anthropic',
      instrumentation: 'AnthropicInstrumentation',
      sdk: { name: 'Anthropic', package: '@anthropic-ai/sdk' },
    },
  ),
  {
    id: 'ai-sdk',
    name: 'AI SDK',
    group: 'javascript',
    mark: 'AI',
    blocks: [
      {
        label: 'install',
        page: 'integrations/vercel-ai-sdk.md',
        code: 'npm install @ai-sdk/otel @opentelemetry/sdk-node @opentelemetry/exporter-trace-otlp-proto',
      },
      OTEL_ENVIRONMENT,
      {
        label: { file: 'instrumentation.ts' },
        page: 'integrations/vercel-ai-sdk.md',
        code: `import { registerTelemetry } from 'ai';
import { OpenTelemetry } from '@ai-sdk/otel';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';

new NodeSDK({ traceExporter: new OTLPTraceExporter() }).start();
registerTelemetry(new OpenTelemetry());`,
      },
    ],
    messages: { sent: 'default', off: ['recordInputs: false', 'recordOutputs: false'] },
  },
  {
    id: 'langchain-js',
    name: 'LangChain / LangGraph',
    group: 'javascript',
    mark: 'LC',
    // LangChain has LangSmith's tracer built in, so nothing has to be installed.
    blocks: [
      {
        label: 'environment',
        page: 'integrations/langchain.md',
        code: `export LANGSMITH_TRACING=true
export LANGSMITH_ENDPOINT=http://localhost:4318
export LANGSMITH_API_KEY=twl_…
export LANGSMITH_PROJECT=my-project     # created on first use`,
      },
    ],
    messages: { sent: 'default', off: ['LANGSMITH_HIDE_INPUTS=true', 'LANGSMITH_HIDE_OUTPUTS=true'] },
  },
  {
    id: 'mastra',
    name: 'Mastra',
    group: 'javascript',
    mark: 'Ma',
    blocks: [
      { label: 'install', page: 'integrations/mastra.md', code: 'npm install @mastra/otel-exporter' },
      {
        label: { file: 'mastra.ts' },
        page: 'integrations/mastra.md',
        code: `import { OtelExporter } from '@mastra/otel-exporter';

const exporter = new OtelExporter({
  provider: {
    custom: {
      endpoint: 'http://localhost:4318/otel/v1/traces',
      protocol: 'http/protobuf',
      headers: { Authorization: 'Bearer twl_…' },
    },
  },
});`,
      },
    ],
    messages: { sent: 'default', off: [] },
  },
];
