import type { Block, Integration } from './integration.ts';
import { CURL, OPENINFERENCE_MESSAGES, OTEL_ENVIRONMENT } from './otel.ts';

const LITELLM: readonly Block[] = [
  {
    label: { file: 'config.yaml' },
    page: 'integrations/litellm.md',
    code: `litellm_settings:
  callbacks: ['generic_api']`,
  },
  {
    label: 'environment',
    page: 'integrations/litellm.md',
    code: `export GENERIC_LOGGER_ENDPOINT=http://localhost:4318/v1/ingest/litellm
export GENERIC_LOGGER_HEADERS="Authorization=Bearer twl_…"`,
  },
];
const LITELLM_MESSAGES = { sent: 'default', off: ['turn_off_message_logging: true'] } as const;

/** Python's package and the proxy have the same callbacks. */
export const LITELLM_PYTHON: Integration = {
  id: 'litellm',
  name: 'LiteLLM',
  group: 'python',
  mark: 'LL',
  blocks: LITELLM,
  messages: LITELLM_MESSAGES,
};

export const OTHER_INTEGRATIONS: readonly Integration[] = [
  {
    id: 'n8n',
    name: 'n8n',
    group: 'other',
    mark: 'n8',
    blocks: [
      {
        label: 'environment',
        page: 'integrations/n8n.md',
        code: `LANGCHAIN_TRACING_V2=true
LANGCHAIN_ENDPOINT=http://localhost:4318
LANGCHAIN_API_KEY=twl_…
N8N_OTEL_ENABLED=true
N8N_OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318/otel
N8N_OTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer twl_…"`,
      },
    ],
    messages: null,
  },
  {
    id: 'otel',
    name: 'OpenTelemetry',
    group: 'other',
    mark: 'OT',
    blocks: [OTEL_ENVIRONMENT],
    messages: { sent: 'setting', on: ['OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true'] },
  },
  { id: 'curl', name: 'curl', group: 'other', mark: '>_', blocks: [CURL], messages: null },
];

const environment = (page: string, code: string): Block => ({ label: 'environment', page, code });

/** Clients of other back ends keep their code; only the URL and the key change. */
export const FROM: readonly Integration[] = [
  {
    id: 'from-langfuse',
    name: 'Langfuse',
    group: 'from',
    mark: 'LF',
    blocks: [
      environment(
        'coming-from-langfuse.md',
        `LANGFUSE_BASE_URL=https://tracewell.example.com   # Python also reads LANGFUSE_HOST
LANGFUSE_SECRET_KEY=twl_…                         # an API key of Tracewell
LANGFUSE_PUBLIC_KEY=prj_…                         # the id of a project, or any text`,
      ),
    ],
    messages: { sent: 'default', off: [] },
  },
  {
    id: 'from-langsmith',
    name: 'LangSmith',
    group: 'from',
    mark: 'LS',
    blocks: [
      environment(
        'coming-from-langsmith.md',
        `LANGSMITH_TRACING=true
LANGSMITH_ENDPOINT=http://localhost:4318     # no slash at the end
LANGSMITH_API_KEY=twl_…                      # an API key of Tracewell with the scope write:records
LANGSMITH_PROJECT=support                    # created on first use`,
      ),
    ],
    messages: { sent: 'default', off: ['LANGSMITH_HIDE_INPUTS=true', 'LANGSMITH_HIDE_OUTPUTS=true'] },
  },
  {
    id: 'from-phoenix',
    name: 'Phoenix',
    group: 'from',
    mark: 'Px',
    blocks: [
      environment(
        'coming-from-phoenix.md',
        `PHOENIX_COLLECTOR_ENDPOINT=http://localhost:4318/otel
PHOENIX_API_KEY=twl_…`,
      ),
    ],
    messages: OPENINFERENCE_MESSAGES,
  },
  {
    id: 'from-helicone',
    name: 'Helicone',
    group: 'from',
    mark: 'He',
    blocks: [
      {
        label: { file: 'logger.ts' },
        page: 'coming-from-helicone.md',
        code: `import { HeliconeManualLogger } from '@helicone/helpers';

const logger = new HeliconeManualLogger({
  apiKey: 'twl_…',
  loggingEndpoint: 'http://localhost:4318',
  headers: { 'Helicone-User-Id': user },
});`,
      },
    ],
    messages: { sent: 'default', off: [] },
  },
  {
    id: 'from-opik',
    name: 'Opik',
    group: 'from',
    mark: 'Op',
    blocks: [
      environment(
        'coming-from-opik.md',
        `OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318/api/v1/private/otel
OTEL_EXPORTER_OTLP_HEADERS="Authorization=twl_…,projectName=my-project,Comet-Workspace=default"`,
      ),
    ],
    messages: null,
  },
  {
    id: 'from-braintrust',
    name: 'Braintrust',
    group: 'from',
    mark: 'Br',
    blocks: [
      environment(
        'coming-from-braintrust.md',
        `OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318/otel
OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20twl_…,x-bt-parent=project_name:my-project"`,
      ),
    ],
    messages: null,
  },
  { ...LITELLM_PYTHON, id: 'from-litellm', group: 'from' },
];
