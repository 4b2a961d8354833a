// The lines to paste. Until a key is made in this page they carry a placeholder, because the service keeps only hashes.

const PLACEHOLDER = 'YOUR_API_KEY';

const otel = (base, key) => `export OTEL_EXPORTER_OTLP_ENDPOINT=${base}
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
export OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20${key}"`;

const curl = (base, key) => `curl -H 'Authorization: Bearer ${key}' ${base}/v1/account`;

export function writeSnippets(key = null) {
  const base = location.origin;
  document.getElementById('otel').textContent = otel(base, key ?? PLACEHOLDER);
  document.getElementById('curl').textContent = curl(base, key ?? PLACEHOLDER);
  document.getElementById('send-hint').textContent =
    key === null
      ? `Put one of your API keys in the place of ${PLACEHOLDER}; a new key is filled in by itself.`
      : 'Your new key is filled in. Paste either one.';
}
