// The models that the service calls for evaluation. The generator inherits settings of the judge, but a key
// is never sent to a vendor or host that it was not given for.
import type { SettingsReader } from './reader.ts';
import { LLM_PROVIDERS, RECORDED_PROVIDER, type LlmConfig, type LlmProvider } from './settings.ts';

const JUDGE = 'TRACEWELL_JUDGE';
const GENERATOR = 'TRACEWELL_GENERATOR';
const EMBEDDING = 'TRACEWELL_EMBEDDING';

const NAMES = ['PROVIDER', 'MODEL', 'API_KEY', 'BASE_URL', 'CONCURRENCY', 'TIMEOUT_SECONDS'] as const;

/** Set here, because the client library would read the environment itself. */
export const VENDOR_URLS: Record<LlmProvider, string | null> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  mistral: 'https://api.mistral.ai/v1',
  'openai-compatible': null,
};

export const MODEL_RETRY: LlmConfig['retry'] = { firstMs: 500, capMs: 20_000, patienceMs: 120_000 };

/** The vendors whose interface has embeddings. */
export const hasEmbeddings = (provider: LlmProvider): boolean => provider !== 'anthropic';

export function readJudge(
  reader: SettingsReader,
): Record<'judge' | 'generator' | 'embedder', LlmConfig | null> {
  const judge = read(reader, JUDGE, null);
  const generator = isSet(reader, GENERATOR) ? read(reader, GENERATOR, judge) : judge;
  return { judge, generator, embedder: readEmbedder(reader, judge) };
}

/** Like the judge, except that the judge's model makes no embeddings. */
function readEmbedder(reader: SettingsReader, judge: LlmConfig | null): LlmConfig | null {
  const embedder = read(reader, EMBEDDING, judge, false);
  if (!embedder || embedder.provider === RECORDED_PROVIDER || hasEmbeddings(embedder.provider))
    return embedder;
  const others = LLM_PROVIDERS.filter(hasEmbeddings).join(', ');
  reader.fault(`${EMBEDDING}_PROVIDER`, `must be one of ${others}; ${embedder.provider} has no embeddings.`);
  return null;
}

const isSet = (reader: SettingsReader, prefix: string): boolean =>
  NAMES.some((name) => reader.text(`${prefix}_${name}`) !== null);

function read(
  reader: SettingsReader,
  prefix: string,
  like: LlmConfig | null,
  sameModel = true,
): LlmConfig | null {
  if (!isSet(reader, prefix)) return null;
  const provider = readProvider(reader, `${prefix}_PROVIDER`, like);
  const concurrency = reader.integer(`${prefix}_CONCURRENCY`, like?.concurrency ?? 16, 1, 256);
  const seconds = reader.integer(`${prefix}_TIMEOUT_SECONDS`, (like?.timeoutMs ?? 60_000) / 1_000, 1, 600);
  const sameVendor = provider !== null && provider === like?.provider;
  const model = reader.text(`${prefix}_MODEL`) ?? (sameVendor && sameModel ? like.model : null);
  if (model === null) reader.fault(`${prefix}_MODEL`, 'must name a model of that provider.');
  const baseUrl = readBaseUrl(reader, `${prefix}_BASE_URL`, provider, sameVendor ? like.baseUrl : null);
  const sameHost = sameVendor && baseUrl === like.baseUrl;
  const apiKey = readKey(reader, `${prefix}_API_KEY`, provider, sameHost ? like.apiKey : null);
  if (provider === null || model === null || baseUrl === null) return null;
  return { provider, model, apiKey, baseUrl, concurrency, timeoutMs: seconds * 1_000, retry: MODEL_RETRY };
}

function readProvider(reader: SettingsReader, name: string, like: LlmConfig | null): LlmProvider | null {
  const text = reader.text(name);
  if (text === null && like && like.provider !== RECORDED_PROVIDER) return like.provider;
  const provider = LLM_PROVIDERS.find((known) => known === text);
  if (provider) return provider;
  const found = text === null ? 'it is not set' : `it is "${text}"`;
  reader.fault(name, `must be one of ${LLM_PROVIDERS.join(', ')}; ${found}.`);
  return null;
}

function readBaseUrl(
  reader: SettingsReader,
  name: string,
  provider: LlmProvider | null,
  like: string | null,
): string | null {
  const isGiven = reader.text(name) !== null;
  const given = reader.url(name, ['http', 'https']);
  if (given !== null && URL.parse(given)?.username !== '') {
    reader.fault(name, 'must not contain a user or password; the key has its own setting.');
    return null;
  }
  if (given !== null) return given.replace(/\/+$/, '');
  if (isGiven || provider === null) return null;
  const known = like ?? VENDOR_URLS[provider];
  if (known === null)
    reader.fault(name, 'must be set for openai-compatible, such as http://127.0.0.1:11434/v1.');
  return known;
}

/** Sent in a header as given, and never echoed. */
function readKey(
  reader: SettingsReader,
  name: string,
  provider: LlmProvider | null,
  like: string | null,
): string | null {
  const key = reader.text(name);
  if (key !== null && !/^[!-~]+$/.test(key))
    reader.fault(name, 'must contain only ASCII characters and no spaces.');
  const needed = provider !== null && provider !== 'openai-compatible';
  if (key === null && like === null && needed) reader.fault(name, `must be set: ${provider} requires a key.`);
  return key ?? like;
}
