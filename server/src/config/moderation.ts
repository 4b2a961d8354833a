// The classifier for the safety of calls. With OpenAI, one setting is enough.
import type { SettingsReader } from './reader.ts';
import type { ModerationConfig } from './settings.ts';

const BASE_URL = 'TRACEWELL_MODERATION_BASE_URL';
const API_KEY = 'TRACEWELL_MODERATION_API_KEY';
const MODEL = 'TRACEWELL_MODERATION_MODEL';

const OPENAI = 'https://api.openai.com/v1';
const DEFAULT_MODEL = 'omni-moderation-latest';
const TIMEOUT_MS = 20_000;
const RETRY: ModerationConfig['retry'] = { firstMs: 500, capMs: 10_000, patienceMs: 30_000, attempts: 4 };

export function readModeration(reader: SettingsReader): ModerationConfig | null {
  if ([BASE_URL, API_KEY, MODEL].every((name) => reader.text(name) === null)) return null;
  const baseUrl = readBaseUrl(reader);
  const apiKey = readKey(reader, baseUrl);
  const model = readModel(reader);
  if (baseUrl === null || model === null) return null;
  return { baseUrl, apiKey, model, timeoutMs: TIMEOUT_MS, retry: RETRY };
}

function readBaseUrl(reader: SettingsReader): string | null {
  if (reader.text(BASE_URL) === null) return OPENAI;
  const given = reader.url(BASE_URL, ['http', 'https']);
  const parsed = given === null ? null : URL.parse(given);
  if (given === null || !parsed) return null;
  if (parsed.username !== '' || parsed.password !== '') {
    reader.fault(BASE_URL, 'must not contain a user or password; the key has its own setting.');
    return null;
  }
  if (parsed.search !== '' || parsed.hash !== '') {
    reader.fault(BASE_URL, 'must end with its path, such as https://api.openai.com/v1.');
    return null;
  }
  return given.replace(/\/+$/, '');
}

/** Sent in a header as given, and never echoed. */
function readKey(reader: SettingsReader, baseUrl: string | null): string | null {
  const key = reader.text(API_KEY);
  if (key !== null && !/^[!-~]+$/.test(key))
    reader.fault(API_KEY, 'must contain only ASCII characters and no spaces.');
  if (key === null && baseUrl === OPENAI) reader.fault(API_KEY, `must be set: ${OPENAI} requires a key.`);
  return key;
}

/** Stored with every assessment. */
function readModel(reader: SettingsReader): string | null {
  const model = reader.text(MODEL) ?? DEFAULT_MODEL;
  if (/^[\w.:/@+-]{1,100}$/.test(model)) return model;
  reader.fault(MODEL, 'must be the name of a model, of up to 100 letters, digits and . : / @ + - _.');
  return null;
}
