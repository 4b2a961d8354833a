// The lines that several integrations have in common.
import type { Block, MessageSetting } from './integration.ts';

const README = 'integrations/README.md';

export const OTEL_ENVIRONMENT: Block = {
  label: 'environment',
  page: README,
  code: `export OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318/otel
export OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20twl_…"
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf`,
};

export const OPENINFERENCE_MESSAGES: MessageSetting = {
  sent: 'default',
  off: ['OPENINFERENCE_HIDE_INPUTS=true', 'OPENINFERENCE_HIDE_OUTPUTS=true'],
};

export const CURL: Block = {
  label: { file: 'Shell' },
  page: README,
  code: `curl http://localhost:4318/v1/ingest -H 'Authorization: Bearer twl_…' -H 'Content-Type: application/json' \\
  -d '{"records": [{"id": "first-call", "provider": "openai", "model": "gpt-4o-mini",
    "timestamp": "'$(date -u +%Y-%m-%dT%H:%M:%SZ)'", "promptTokens": 500, "completionTokens": 250,
    "totalTokens": 750, "costUsd": 0.000225, "latencyMs": 820, "requestMeta": {
      "input": [{"role": "user", "content": "Where is my parcel?"}], "output": "It arrives tomorrow."}}]}'`,
};
