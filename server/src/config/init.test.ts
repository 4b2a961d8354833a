import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { randomApiKey } from '#lib/api-key-form';
import { dataFolder } from './data-folder.ts';
import { ConfigError, readConfig } from './env.ts';

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe('TRACEWELL_INIT_…', () => {
  it('is nothing unless set', () => {
    expect(readConfig({}).init).toEqual({
      email: null,
      password: null,
      apiKey: null,
      project: null,
      storeContent: false,
      limits: {},
    });
  });

  it('describes the first account', () => {
    const apiKey = randomApiKey();
    const { init } = readConfig({
      TRACEWELL_INIT_EMAIL: 'ops@example.com',
      TRACEWELL_INIT_PASSWORD: 'correct horse battery',
      TRACEWELL_INIT_API_KEY: apiKey,
      TRACEWELL_INIT_PROJECT: 'Production',
      TRACEWELL_INIT_STORE_CONTENT: 'true',
      TRACEWELL_INIT_LIMITS: 'recordsPerMonth=5000000, retentionDays = 365',
    });
    expect(init).toEqual({
      email: 'ops@example.com',
      password: 'correct horse battery',
      apiKey,
      project: 'Production',
      storeContent: true,
      limits: { recordsPerMonth: 5_000_000, retentionDays: 365 },
    });
  });

  it('has faults that name the setting and no secret', () => {
    const email = { TRACEWELL_INIT_EMAIL: 'ops@example.com' };
    for (const [name, value, more] of [
      ['TRACEWELL_INIT_EMAIL', 'ops', {}],
      ['TRACEWELL_INIT_PASSWORD', 'hunter2', email],
      ['TRACEWELL_INIT_PASSWORD', 'hunter2 is long enough', {}],
      ['TRACEWELL_INIT_API_KEY', 'twl_hunter2', {}],
      ['TRACEWELL_INIT_API_KEY', `${randomApiKey().slice(0, -1)}-`, {}],
      ['TRACEWELL_INIT_PROJECT', 'x'.repeat(101), {}],
      ['TRACEWELL_INIT_LIMITS', 'datasets=3', {}],
      ['TRACEWELL_INIT_LIMITS', 'retentionDays=0', {}],
      ['TRACEWELL_INIT_LIMITS', 'retentionDays', {}],
      ['TRACEWELL_INIT_STORE_CONTENT', 'perhaps', {}],
    ] as const) {
      const faults = faultsOf({ ...more, [name]: value });
      expect([value, faults]).toEqual([value, [expect.stringMatching(new RegExp(`^${name} must .*\\.$`))]]);
      expect(faults[0]).not.toContain('hunter2');
    }
  });
});

describe('a setting in a file', () => {
  function fileWith(content: string): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-secret-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, 'secret');
    writeFileSync(file, content);
    return file;
  }

  it('is read for every secret, without the line break at its end', () => {
    const token = 'a-token-of-the-operator';
    const config = readConfig({
      TRACEWELL_OPERATOR_TOKEN_FILE: fileWith(`${token}\n`),
      TRACEWELL_MASTER_KEY_FILE: fileWith(`${'ab'.repeat(32)}\n`),
      TRACEWELL_POSTGRES_URL_FILE: fileWith('postgres://u:p@db/tracewell\n'),
      TRACEWELL_CLICKHOUSE_URL_FILE: fileWith('https://u:p@ch:8443\n'),
      TRACEWELL_SMTP_URL_FILE: fileWith('smtp://u:p@mail\n'),
      TRACEWELL_INIT_EMAIL: 'ops@example.com',
      TRACEWELL_INIT_PASSWORD_FILE: fileWith('correct horse battery\r\n'),
      TRACEWELL_JUDGE_PROVIDER: 'openai',
      TRACEWELL_JUDGE_MODEL: 'gpt-4o',
      TRACEWELL_JUDGE_API_KEY_FILE: fileWith('key-of-the-judge'),
      TRACEWELL_MODERATION_API_KEY_FILE: fileWith('key-of-the-classifier'),
    });
    expect(config).toMatchObject({
      operatorToken: token,
      masterKey: Buffer.alloc(32, 0xab),
      metadata: { kind: 'postgres', url: 'postgres://u:p@db/tracewell' },
      records: { kind: 'server', url: 'https://u:p@ch:8443' },
      smtp: { url: 'smtp://u:p@mail' },
      init: { password: 'correct horse battery' },
      judge: { apiKey: 'key-of-the-judge' },
      moderation: { apiKey: 'key-of-the-classifier' },
    });
  });

  it('is a fault if it cannot be read, is empty, or is given twice', () => {
    const name = 'TRACEWELL_OPERATOR_TOKEN_FILE';
    const token = 'a-token-of-the-operator';
    for (const env of [
      { [name]: '/no/such/file' },
      { [name]: fileWith(' \n') },
      { [name]: fileWith(token), TRACEWELL_OPERATOR_TOKEN: token },
    ]) {
      const faults = faultsOf(env);
      expect(faults).toEqual([expect.stringMatching(/^TRACEWELL_OPERATOR_TOKEN_FILE must .*\.$/)]);
      expect(faults[0]).not.toContain(token);
    }
  });

  it('is of our settings only', () => {
    expect(readConfig({ PORT_FILE: fileWith('5000') }).port).toBe(4318);
  });
});

describe('the data folder', () => {
  it('is in the repository, or of the user', () => {
    expect(dataFolder({}, false)).toBe('data');
    expect(dataFolder({}, true)).toBe(path.join(homedir(), '.local/share/tracewell'));
    expect(dataFolder({ XDG_DATA_HOME: '/srv/shared' }, true)).toBe('/srv/shared/tracewell');
    // The specification ignores relative paths.
    expect(dataFolder({ XDG_DATA_HOME: 'shared' }, true)).toBe(dataFolder({}, true));
  });
});
