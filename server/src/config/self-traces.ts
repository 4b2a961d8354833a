// Traces of the service itself, for its operator. One setting switches them on: where they are sent to.
import type { SettingsReader } from './reader.ts';
import type { SelfTracesConfig } from './settings.ts';

const ENDPOINT = 'TRACEWELL_SELF_TRACES_ENDPOINT';
const HEADERS = 'TRACEWELL_SELF_TRACES_HEADERS';
const RATE = 'TRACEWELL_SELF_TRACES_RATE';

const DEFAULT_RATE = 0.1;
const HEADER = /^([!#$%&'*+.^_`|~\w-]+)=([ -~]+)$/;

export function readSelfTraces(reader: SettingsReader): SelfTracesConfig | null {
  const endpoint = readEndpoint(reader);
  const headers = readHeaders(reader);
  const rate = readRate(reader);
  return endpoint === null ? null : { endpoint, headers, rate };
}

function readEndpoint(reader: SettingsReader): string | null {
  const given = reader.url(ENDPOINT, ['http', 'https']);
  const parsed = given === null ? null : URL.parse(given);
  if (given === null || !parsed) return null;
  if (parsed.username !== '' || parsed.password !== '') {
    reader.fault(ENDPOINT, `must not contain a user or password; a key belongs in ${HEADERS}.`);
    return null;
  }
  // A collector answers 404 to every export if the path is missing.
  if (parsed.pathname === '/') parsed.pathname = '/v1/traces';
  return parsed.href;
}

/** `name=value`, separated by commas, as in OTEL_EXPORTER_OTLP_HEADERS. Never echoed, because a value is a key. */
function readHeaders(reader: SettingsReader): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const item of reader.list(HEADERS, [])) {
    const [, name, value] = HEADER.exec(item) ?? [];
    if (name === undefined || value === undefined)
      reader.fault(HEADERS, 'must list headers such as authorization=Bearer%20key, separated by commas.');
    else headers[name.toLowerCase()] = decoded(value);
  }
  return headers;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function readRate(reader: SettingsReader): number {
  const text = reader.text(RATE);
  if (text === null) return DEFAULT_RATE;
  const value = /^(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 0 && value <= 1) return value;
  reader.fault(RATE, `must be a number from 0 to 1; it is "${text}".`);
  return DEFAULT_RATE;
}
