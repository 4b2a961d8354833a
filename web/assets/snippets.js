// The lines to paste. Until a key is made in this page they carry a placeholder, because the service keeps only hashes.

const PLACEHOLDER = 'YOUR_API_KEY';

const otel = (base, key) => `export OTEL_EXPORTER_OTLP_ENDPOINT=${base}
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
export OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20${key}"`;

const curl = (base, key) => `curl ${base}/v1/ingest \\
  -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
  -d '{"records": [{"id": "first-call", "provider": "openai", "model": "gpt-4o-mini",
    "timestamp": "'$(date -u +%Y-%m-%dT%H:%M:%SZ)'", "promptTokens": 500, "completionTokens": 250,
    "totalTokens": 750, "costUsd": 0.000225, "latencyMs": 820}]}'`;

export function writeSnippets(key = null) {
  const base = location.origin;
  document.getElementById('otel').textContent = otel(base, key ?? PLACEHOLDER);
  document.getElementById('curl').textContent = curl(base, key ?? PLACEHOLDER);
  document.getElementById('send-hint').textContent =
    key === null
      ? `Put one of your API keys in the place of ${PLACEHOLDER}; a new key is filled in by itself.`
      : 'Your new key is filled in. Paste either one.';
}
