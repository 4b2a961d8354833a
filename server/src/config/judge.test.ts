import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './env.ts';

const JUDGE = {
  TRACEWELL_JUDGE_PROVIDER: 'openai',
  TRACEWELL_JUDGE_MODEL: 'gpt-4o-mini',
  TRACEWELL_JUDGE_API_KEY: 'sk-hunter2-judge',
};

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

const namesOf = (env: Record<string, string>) => faultsOf(env).map((fault) => fault.split(' ', 1)[0]);

describe('the judge', () => {
  it('is off by default', () => {
    expect(readConfig({})).toMatchObject({ judge: null, generator: null });
  });

  it('takes a provider, a model and a key, and is the generator as well', () => {
    const { judge, generator } = readConfig(JUDGE);
    expect(judge).toEqual({
      provider: 'openai',
      model: 'gpt-4o-mini',
      apiKey: 'sk-hunter2-judge',
      baseUrl: 'https://api.openai.com/v1',
      concurrency: 16,
      timeoutMs: 60_000,
      retry: { firstMs: 500, capMs: 20_000, patienceMs: 120_000 },
    });
    expect(generator).toBe(judge);
  });

  it('may be a server of one’s own, without a key', () => {
    expect(
      readConfig({
        TRACEWELL_JUDGE_PROVIDER: 'openai-compatible',
        TRACEWELL_JUDGE_MODEL: 'qwen3',
        TRACEWELL_JUDGE_BASE_URL: 'http://127.0.0.1:11434/v1/',
        TRACEWELL_JUDGE_CONCURRENCY: '2',
        TRACEWELL_JUDGE_TIMEOUT_SECONDS: '300',
      }).judge,
    ).toMatchObject({
      apiKey: null,
      baseUrl: 'http://127.0.0.1:11434/v1',
      concurrency: 2,
      timeoutMs: 300_000,
    });
  });
});

describe('the embedder', () => {
  it('is the judge’s provider with a model of its own, and off without one', () => {
    expect(readConfig(JUDGE).embedder).toBeNull();
    const config = readConfig({ ...JUDGE, TRACEWELL_EMBEDDING_MODEL: 'text-embedding-3-small' });
    expect(config.embedder).toEqual({ ...config.judge, model: 'text-embedding-3-small' });
  });

  it.each([
    [{ ...JUDGE, TRACEWELL_EMBEDDING_CONCURRENCY: '4' }, ['TRACEWELL_EMBEDDING_MODEL']],
    [{ TRACEWELL_EMBEDDING_MODEL: 'm' }, ['TRACEWELL_EMBEDDING_PROVIDER']],
    [
      { ...JUDGE, TRACEWELL_EMBEDDING_MODEL: 'm', TRACEWELL_EMBEDDING_PROVIDER: 'mistral' },
      ['TRACEWELL_EMBEDDING_API_KEY'],
    ],
    [
      { ...JUDGE, TRACEWELL_JUDGE_PROVIDER: 'anthropic', TRACEWELL_EMBEDDING_MODEL: 'm' },
      ['TRACEWELL_EMBEDDING_PROVIDER'],
    ],
  ])('says which setting is wrong: %j', (env, names) => {
    expect(namesOf(env)).toEqual(names);
  });
});

describe('the generator', () => {
  it('is the judge’s provider with another model', () => {
    const config = readConfig({ ...JUDGE, TRACEWELL_GENERATOR_MODEL: 'gpt-4o' });
    expect(config.generator).toEqual({ ...config.judge, model: 'gpt-4o' });
  });

  it('does not get the judge’s key for another vendor or another host', () => {
    expect(
      namesOf({
        ...JUDGE,
        TRACEWELL_GENERATOR_PROVIDER: 'anthropic',
        TRACEWELL_GENERATOR_MODEL: 'claude-sonnet-4-5',
      }),
    ).toEqual(['TRACEWELL_GENERATOR_API_KEY']);
    expect(namesOf({ ...JUDGE, TRACEWELL_GENERATOR_BASE_URL: 'https://proxy.example.com' })).toEqual([
      'TRACEWELL_GENERATOR_API_KEY',
    ]);
    const other = { ...JUDGE, TRACEWELL_GENERATOR_PROVIDER: 'openai-compatible' };
    expect(namesOf(other)).toEqual(['TRACEWELL_GENERATOR_MODEL', 'TRACEWELL_GENERATOR_BASE_URL']);
    expect(
      readConfig({ ...other, TRACEWELL_GENERATOR_MODEL: 'm', TRACEWELL_GENERATOR_BASE_URL: 'http://x' })
        .generator?.apiKey,
    ).toBeNull();
  });

  it('may be set without a judge', () => {
    const { judge, generator } = readConfig({
      TRACEWELL_GENERATOR_PROVIDER: 'mistral',
      TRACEWELL_GENERATOR_MODEL: 'mistral-small-latest',
      TRACEWELL_GENERATOR_API_KEY: 'k',
    });
    expect([judge, generator?.baseUrl]).toEqual([null, 'https://api.mistral.ai/v1']);
  });
});

describe('faults', () => {
  it('are reported all at once, without the key', () => {
    const bad = {
      TRACEWELL_JUDGE_PROVIDER: 'skynet',
      TRACEWELL_JUDGE_API_KEY: 'hunter2 hunter2',
      TRACEWELL_JUDGE_BASE_URL: 'https://u:hunter2@host',
      TRACEWELL_JUDGE_CONCURRENCY: '0',
      TRACEWELL_JUDGE_TIMEOUT_SECONDS: 'long',
    };
    const faults = faultsOf(bad);
    expect(faults.map((fault) => fault.split(' ', 1)[0]).toSorted()).toEqual(
      [...Object.keys(bad), 'TRACEWELL_JUDGE_MODEL'].toSorted(),
    );
    for (const fault of faults) expect(fault).toMatch(/ must .*\.$/);
    expect(faults.join('\n')).not.toContain('hunter2');
  });

  it.each([
    [{ TRACEWELL_JUDGE_MODEL: 'gpt-4o' }, ['TRACEWELL_JUDGE_PROVIDER']],
    [{ TRACEWELL_JUDGE_PROVIDER: 'openai' }, ['TRACEWELL_JUDGE_MODEL', 'TRACEWELL_JUDGE_API_KEY']],
    [
      { TRACEWELL_JUDGE_PROVIDER: 'openai-compatible', TRACEWELL_JUDGE_MODEL: 'm' },
      ['TRACEWELL_JUDGE_BASE_URL'],
    ],
    [{ ...JUDGE, TRACEWELL_JUDGE_BASE_URL: 'ftp://x' }, ['TRACEWELL_JUDGE_BASE_URL']],
  ])('of %j', (env, names) => {
    expect(namesOf(env as Record<string, string>)).toEqual(names);
  });
});
