// The settings for a program that sends to this service, with any OpenTelemetry SDK or with ours.
import { paint } from '@tracewell/cli/terminal';

export const environment = (url: string, apiKey: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/otel`,
  OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer%20${apiKey}`,
  TRACEWELL_URL: url,
  TRACEWELL_API_KEY: apiKey,
});

export function environmentLines(url: string, apiKey: string): string {
  const settings = environment(url, apiKey);
  return [
    paint('bold', 'For any OpenTelemetry SDK or exporter:'),
    '',
    `  export OTEL_EXPORTER_OTLP_ENDPOINT=${settings.OTEL_EXPORTER_OTLP_ENDPOINT}`,
    `  export OTEL_EXPORTER_OTLP_HEADERS="${settings.OTEL_EXPORTER_OTLP_HEADERS}"`,
    '',
    paint('bold', 'For the Tracewell SDK:'),
    '',
    `  export TRACEWELL_URL=${settings.TRACEWELL_URL}`,
    `  export TRACEWELL_API_KEY=${settings.TRACEWELL_API_KEY}`,
  ].join('\n');
}
