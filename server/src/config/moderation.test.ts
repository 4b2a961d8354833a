import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './env.ts';

const KEY = 'TRACEWELL_MODERATION_API_KEY';
const BASE = 'TRACEWELL_MODERATION_BASE_URL';
const MODEL = 'TRACEWELL_MODERATION_MODEL';

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe('the classifier', () => {
  it('is off by default', () => {
    expect(readConfig({}).moderation).toBeNull();
    expect(readConfig({ [KEY]: ' ', [BASE]: '' }).moderation).toBeNull();
  });

  it('is OpenAI’s newest with a key alone', () => {
    expect(readConfig({ [KEY]: 'sk-hunter2' }).moderation).toEqual({
      baseUrl: 'https://api.openai.com/v1',
      apiKey: 'sk-hunter2',
      model: 'omni-moderation-latest',
      timeoutMs: 20_000,
      retry: { firstMs: 500, capMs: 10_000, patienceMs: 30_000, attempts: 4 },
    });
  });

  it('may be a server of one’s own, without a key', () => {
    const env = { [BASE]: 'http://127.0.0.1:9000/v1//', [MODEL]: 'org/shield-2b' };
    expect(readConfig(env).moderation).toMatchObject({
      baseUrl: 'http://127.0.0.1:9000/v1',
      apiKey: null,
      model: 'org/shield-2b',
    });
  });

  it('says what is wrong, and never the key', () => {
    expect(faultsOf({ [MODEL]: 'omni' })).toEqual([expect.stringContaining(`${KEY} must be set`)]);
    const faults = faultsOf({ [BASE]: 'ftp://x', [KEY]: 'hunter2 \u00e9', [MODEL]: 'a b\n' });
    expect(faults.map((fault) => fault.split(' ', 1)[0])).toEqual([BASE, KEY, MODEL]);
    expect(faults.join()).not.toContain('hunter2');
    expect(faultsOf({ [BASE]: 'https://me:hunter2@host/v1' }).join()).not.toContain('hunter2');
    expect(faultsOf({ [BASE]: 'https://host/v1?a=1' })).toEqual([expect.stringContaining(BASE)]);
  });
});
