import type { Integration } from './integration.ts';

const PAGE = 'coding-agents.md';

export const AGENT_INTEGRATIONS: readonly Integration[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    group: 'agents',
    mark: 'CC',
    blocks: [
      {
        label: 'environment',
        page: PAGE,
        code: `export CLAUDE_CODE_ENABLE_TELEMETRY=1
export OTEL_LOGS_EXPORTER=otlp
export OTEL_METRICS_EXPORTER=none
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
export OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318/otel
export OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer twl_…"`,
      },
    ],
    messages: { sent: 'setting', on: ['OTEL_LOG_USER_PROMPTS=1', 'OTEL_LOG_TOOL_DETAILS=1'] },
  },
  {
    id: 'codex',
    name: 'Codex',
    group: 'agents',
    mark: 'Cx',
    blocks: [
      {
        label: { file: '~/.codex/config.toml' },
        page: PAGE,
        code: `[otel]
log_user_prompt = false
exporter = { otlp-http = { endpoint = "http://127.0.0.1:4318/otel/v1/logs", protocol = "binary", headers = { Authorization = "Bearer twl_…" } } }`,
      },
    ],
    messages: { sent: 'setting', on: ['log_user_prompt = true'] },
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    group: 'agents',
    mark: 'Ge',
    blocks: [
      {
        label: { file: '~/.gemini/settings.json' },
        page: PAGE,
        code: `{
  "telemetry": {
    "enabled": true,
    "target": "local",
    "otlpEndpoint": "http://127.0.0.1:4318/otel",
    "otlpProtocol": "http",
    "logPrompts": false
  }
}`,
      },
      {
        label: 'environment',
        page: PAGE,
        code: 'export OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer twl_…"',
      },
    ],
    messages: { sent: 'setting', on: ['"logPrompts": true'] },
  },
];
