// Printed when the service has started. Keys and links are shown on the very first start only.
import { isInstalled, type Config } from '#config';
import type { FirstStart } from '#features/first-start';

interface Entry {
  first: FirstStart | null;
  /** Where a browser begins: the sign-in link of the first start, the overview of sample data, or the dashboard. */
  address: string;
  /** The overview of sample data, if there is one. */
  overview: string | null;
}

/** The sign-in link leads on to the overview of the sample data. */
export function entryOf(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  first: FirstStart | null,
  path: string | null,
): Entry {
  const overview = path === null ? null : publicUrl + path;
  if (first?.signInLink == null) return { first, address: overview ?? publicUrl, overview };
  const link = new URL(first.signInLink);
  if (path !== null) link.searchParams.set('next', path);
  return { first: { ...first, signInLink: link.href }, address: link.href, overview };
}

export function greeting(
  config: Config,
  { first, overview }: Pick<Entry, 'first' | 'overview'>,
  grpcPort: number | null,
): string {
  const url = config.publicUrl;
  const grpc = grpcPort === null ? '' : `OTLP over gRPC: port ${grpcPort}\n`;
  // In the repository, the user sees the folder anyway.
  const data = isInstalled && config.metadata.kind === 'sqlite' ? `Data: ${config.dataDir}\n` : '';
  const sample = overview === null ? '' : `Sample data: ${overview}\n`;
  const ready = `\nTracewell ${config.version} is ready at ${url} (interface: ${url}/docs)\n${sample}${grpc}${data}`;
  if (!first) return `${ready}\n`;
  if (first.keyIsGiven) {
    return `${ready}
This is the first start. An account on the Team plan was created, with the key of TRACEWELL_INIT_API_KEY.

${ownerLines(first)}
`;
  }
  return `${ready}
This is the first start. An account on the Team plan was created. The following is shown only once.

${ownerLines(first)}
  API key   ${first.apiKey}
            It can send and read records. To push prompts or start evaluations, run \`tracewell login\`,
            or create a key in Settings.

Any OpenTelemetry SDK or exporter:

  export OTEL_EXPORTER_OTLP_ENDPOINT=${url}/otel
  export OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20${first.apiKey}"

A first record, with curl:

  curl ${url}/v1/ingest -H 'Authorization: Bearer ${first.apiKey}' -H 'Content-Type: application/json' \\
    -d '{"records":[{"id":"first-call","provider":"openai","model":"gpt-4o-mini","timestamp":"'$(date -u +%Y-%m-%dT%H:%M:%SZ)'","promptTokens":500,"completionTokens":250,"totalTokens":750,"costUsd":0.000225,"latencyMs":820}]}'

`;
}

function ownerLines({ signInLink, ownerEmail, needsPassword }: FirstStart): string {
  if (signInLink !== null) {
    return `  Sign in   ${signInLink}
            The first person to open this link becomes the owner.
`;
  }
  return needsPassword
    ? `  Owner     ${ownerEmail}
            \`tracewell-server account reset-link ${ownerEmail}\` prints a link to choose a password.
`
    : `  Owner     ${ownerEmail}
`;
}
