// Snippets to copy. They contain a placeholder until a key is created on this page, because the service stores only hashes.

export const PLACEHOLDER = 'YOUR_API_KEY';

export const WAYS = ['otel', 'aiSdk', 'curl', 'sdk'] as const;
type Way = (typeof WAYS)[number];

export const SNIPPETS: Record<Way, (base: string, key: string) => string> = {
  otel: (base, key) => `export OTEL_EXPORTER_OTLP_ENDPOINT=${base}
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
export OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20${key}"`,

  aiSdk: (base, key) => `// npm install ai @ai-sdk/otel @opentelemetry/sdk-node
// OTEL_EXPORTER_OTLP_ENDPOINT=${base}
// OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20${key}"
import { OpenTelemetry } from '@ai-sdk/otel';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { registerTelemetry } from 'ai';

new NodeSDK().start();
registerTelemetry(new OpenTelemetry());`,

  curl: (base, key) => `curl ${base}/v1/ingest \\
  -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
  -d '{"records": [{"id": "first-call", "provider": "openai", "model": "gpt-4o-mini",
    "timestamp": "'$(date -u +%Y-%m-%dT%H:%M:%SZ)'", "promptTokens": 500, "completionTokens": 250,
    "totalTokens": 750, "costUsd": 0.000225, "latencyMs": 820}]}'`,

  sdk: (base, key) => `// npm install ./tracewell-sdk-0.1.0.tgz
// (made by: npm pack -w sdk, in the folder of Tracewell)
import { tracewell } from '@tracewell/sdk';

const client = tracewell({ url: '${base}', apiKey: '${key}' });
await client.POST('/v1/ingest', {
  body: {
    records: [
      {
        id: crypto.randomUUID(),
        provider: 'openai',
        model: 'gpt-4o-mini',
        timestamp: new Date().toISOString(),
        promptTokens: 500,
        completionTokens: 250,
        totalTokens: 750,
        costUsd: 0.000225,
        latencyMs: 820,
      },
    ],
  },
});`,
};
