import { randomBytes } from 'node:crypto';
import { totalmem } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
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

describe('without settings', () => {
  it('is the service on one machine', () => {
    expect(readConfig({})).toMatchObject({
      role: 'all',
      host: '127.0.0.1',
      port: 4318,
      grpc: { port: 4317, chosen: false },
      publicUrl: 'http://127.0.0.1:4318',
      dataDir: path.resolve('data'),
      metadata: { kind: 'sqlite', path: path.resolve('data/metadata.sqlite') },
      records: { kind: 'embedded', path: path.resolve('data/records') },
      masterKey: null,
      operatorToken: null,
      allowedOrigins: [],
      outboundAllow: [],
      openSignup: false,
      trustProxyHops: 0,
      metrics: false,
      drainSeconds: 0,
      smtp: null,
      s3: null,
      media: { bucket: null, accountBytes: 10_000_000_000 },
      exportDir: null,
      contentLimit: 16 * 1_048_576,
      providers: ['openai', 'anthropic', 'google', 'mistral'],
    });
  });

  it('takes blank settings as none', () => {
    expect(readConfig({ PORT: ' ', TRACEWELL_POSTGRES_URL: '', TRACEWELL_PROVIDERS: '  ' })).toMatchObject({
      port: 4318,
      metadata: { kind: 'sqlite' },
      providers: ['openai', 'anthropic', 'google', 'mistral'],
    });
  });
});

describe('with settings', () => {
  it.each([
    ['16777216', 16_777_216],
    ['2MiB', 2_097_152],
    ['20 MB', 20_000_000],
    ['2048 kib', 2_097_152],
  ])('reads the size %s', (text, bytes) => {
    expect(readConfig({ TRACEWELL_CONTENT_LIMIT: text }).contentLimit).toBe(bytes);
  });

  it.each(['16 MiB of text', '1 GiB', '512 KiB', '-1', '1.5 MiB'])(
    '%s is no size that is allowed',
    (text) => {
      const [fault] = faultsOf({ TRACEWELL_CONTENT_LIMIT: text });
      expect(fault).toBe(
        `TRACEWELL_CONTENT_LIMIT must be a size from 1 to 64 MiB, such as "16 MiB"; it is "${text}".`,
      );
    },
  );

  it('puts each store on its own server', () => {
    const config = readConfig({
      TRACEWELL_POSTGRES_URL: 'postgresql://u:p@db/tracewell',
      TRACEWELL_CLICKHOUSE_URL: 'https://u:p@ch:8443',
    });
    expect(config.metadata).toEqual({ kind: 'postgres', url: 'postgresql://u:p@db/tracewell' });
    expect(config.records).toEqual({ kind: 'server', url: 'https://u:p@ch:8443' });
    // Other processes can take over.
    expect(config.drainSeconds).toBe(5);
  });

  it('gives the engine half of the memory, or the configured amount', () => {
    const memory = (env: Record<string, string> = {}) => {
      const { records } = readConfig(env);
      return records.kind === 'embedded' ? records.memoryBytes : undefined;
    };
    const most = Math.min(totalmem(), process.constrainedMemory() || Infinity);
    expect(memory()).toBeGreaterThanOrEqual(512e6);
    expect(memory()).toBeLessThanOrEqual(Math.max(512e6, most / 2));
    expect(memory({ TRACEWELL_ENGINE_MEMORY_MB: '700' })).toBe(700e6);
  });

  it('derives an address that a browser can open', () => {
    expect(readConfig({ HOST: '0.0.0.0', PORT: '80' }).publicUrl).toBe('http://localhost:80');
    expect(readConfig({ HOST: '::1', PORT: '81' }).publicUrl).toBe('http://[::1]:81');
    expect(readConfig({ TRACEWELL_PUBLIC_URL: 'https://t.example.com//' }).publicUrl).toBe(
      'https://t.example.com',
    );
  });

  it('moves OTLP over gRPC to another port, or turns it off', () => {
    expect(readConfig({ TRACEWELL_GRPC_PORT: '5317' }).grpc).toEqual({ port: 5317, chosen: true });
    expect(readConfig({ TRACEWELL_GRPC: 'on' }).grpc).toEqual({ port: 4317, chosen: false });
    expect(readConfig({ TRACEWELL_GRPC: 'off', TRACEWELL_GRPC_PORT: '5317' }).grpc).toBeNull();
  });

  it('takes the networks that addresses of users may be in', () => {
    const networks = '10.0.0.0/8, 192.0.2.7,fd12:3456::/48 , ::1';
    expect(readConfig({ TRACEWELL_OUTBOUND_ALLOW: networks }).outboundAllow).toEqual([
      '10.0.0.0/8',
      '192.0.2.7',
      'fd12:3456::/48',
      '::1',
    ]);
  });

  it('takes a master key in base64, base64url and hex', () => {
    const key = randomBytes(32);
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      expect(readConfig({ TRACEWELL_MASTER_KEY: key.toString(encoding) }).masterKey).toEqual(key);
    }
  });

  it('sends mail from the public name by default', () => {
    const env = { TRACEWELL_SMTP_URL: 'smtps://u:p@mail', TRACEWELL_PUBLIC_URL: 'https://t.example.com' };
    expect(readConfig(env).smtp?.from).toBe('Tracewell <tracewell@t.example.com>');
    expect(readConfig({ ...env, TRACEWELL_SMTP_FROM: 'a@b.c' }).smtp?.from).toBe('a@b.c');
  });
});

it('has a store for exports if its key is whole', () => {
  const key = { TRACEWELL_S3_ACCESS_KEY_ID: 'id', TRACEWELL_S3_SECRET_ACCESS_KEY: 'hunter2-s3' };
  const found = { accessKeyId: 'id', secretAccessKey: 'hunter2-s3' };
  expect(readConfig({ ...key, TRACEWELL_S3_REGION: 'eu-west-1' }).s3).toEqual({
    endpoint: 'https://s3.eu-west-1.amazonaws.com',
    region: 'eu-west-1',
    ...found,
  });
  expect(readConfig({ ...key, TRACEWELL_S3_ENDPOINT: 'http://minio:9000' }).s3).toEqual({
    endpoint: 'http://minio:9000',
    region: 'us-east-1',
    ...found,
  });
  for (const [name, value] of Object.entries(key)) {
    const [fault = '', ...others] = faultsOf({ [name]: value });
    expect(others).toEqual([]);
    expect(fault).toContain('must be set');
    expect(fault).not.toContain('hunter2');
  }
});

it('has a folder for exports, unless it is in the data folder or contains it', () => {
  const dirs = (TRACEWELL_EXPORT_DIR: string) => ({ TRACEWELL_EXPORT_DIR, TRACEWELL_DATA_DIR: '/srv/data' });
  expect(readConfig(dirs('/srv/exports/..data')).exportDir).toBe('/srv/exports/..data');
  for (const dir of ['/srv/data', '/srv/data/out', '/srv', '/'])
    expect(faultsOf(dirs(dir))).toEqual([expect.stringContaining('TRACEWELL_EXPORT_DIR must be a folder')]);
});

describe('faults', () => {
  const bad: Record<string, string> = {
    HOST: 'not a host',
    PORT: '99999',
    TRACEWELL_GRPC: 'perhaps',
    TRACEWELL_GRPC_PORT: '99999',
    TRACEWELL_ROLE: 'queen',
    TRACEWELL_PUBLIC_URL: 'ftp://host',
    TRACEWELL_POSTGRES_URL: 'mysql://u:hunter2-postgres@db',
    TRACEWELL_CLICKHOUSE_URL: 'hunter2-clickhouse',
    TRACEWELL_MASTER_KEY: 'hunter2-master',
    TRACEWELL_OPERATOR_TOKEN: 'hunter2-op',
    TRACEWELL_ALLOWED_ORIGINS: 'https://ok.example.com, https://me:hunter2-origin@x.example.com',
    TRACEWELL_OUTBOUND_ALLOW: '10.0.0.0/8, intranet',
    TRACEWELL_OPEN_SIGNUP: 'maybe',
    TRACEWELL_TRUST_PROXY_HOPS: '-1',
    TRACEWELL_METRICS: '2',
    TRACEWELL_DRAIN_SECONDS: '301',
    TRACEWELL_ENGINE_MEMORY_MB: '511',
    TRACEWELL_SMTP_URL: 'http://u:hunter2-smtp@mail',
    TRACEWELL_S3_ENDPOINT: 'ftp://u:hunter2-s3@store',
    TRACEWELL_PROVIDERS: 'openai, Not A Name',
    TRACEWELL_PRICES_FILE: '/no/such/file',
    TRACEWELL_LOG_LEVEL: 'loud',
    TRACEWELL_LOG_PRETTY: 'perhaps',
  };

  it('are reported all at once, each with the name of its setting', () => {
    const faults = faultsOf(bad);
    expect(faults.map((fault) => fault.split(' ', 1)[0]).toSorted()).toEqual(Object.keys(bad).toSorted());
    for (const fault of faults) expect(fault).toMatch(/ must .*\.$/);
  });

  it('never repeat what may be a secret', () => {
    expect(faultsOf(bad).join('\n')).not.toContain('hunter2');
  });

  it('are found one by one too', () => {
    for (const [name, value] of [
      ['PORT', '80.5'],
      ['PORT', '0x50'],
      ['PORT', '1e3'],
      ['PORT', 'http'],
      ['TRACEWELL_GRPC_PORT', '4318'],
      ['HOST', 'a/b c'],
      ['TRACEWELL_MASTER_KEY', randomBytes(31).toString('base64')],
      ['TRACEWELL_MASTER_KEY', `!${randomBytes(32).toString('base64')}`],
      ['TRACEWELL_MASTER_KEY', randomBytes(33).toString('hex')],
      ['TRACEWELL_OPERATOR_TOKEN', 'a token with blanks in it'],
      ['TRACEWELL_ALLOWED_ORIGINS', 'https://x.example.com/path'],
      ['TRACEWELL_ALLOWED_ORIGINS', '*'],
      ['TRACEWELL_ALLOWED_ORIGINS', 'null'],
      ['TRACEWELL_OUTBOUND_ALLOW', '10.1.2.3/8'],
      ['TRACEWELL_OUTBOUND_ALLOW', '10.1/16'],
      ['TRACEWELL_OUTBOUND_ALLOW', '10.0.0.0/33'],
      ['TRACEWELL_OUTBOUND_ALLOW', '10.0.0.0/'],
      ['TRACEWELL_OUTBOUND_ALLOW', 'fe80::%eth0/64'],
      ['TRACEWELL_OUTBOUND_ALLOW', '::ffff:10.0.0.0/104'],
      ['TRACEWELL_PROVIDERS', ','],
    ] as const) {
      expect([name, value, faultsOf({ [name]: value }).length]).toEqual([name, value, 1]);
    }
  });
});

it('takes a bucket for files of messages, with the key that it needs', () => {
  const key = { TRACEWELL_S3_ACCESS_KEY_ID: 'id', TRACEWELL_S3_SECRET_ACCESS_KEY: 'secret' };
  const bucketOf = (address: string) =>
    readConfig({ ...key, TRACEWELL_MEDIA_BUCKET: address, TRACEWELL_MEDIA_LIMIT_MB: '5' }).media;
  expect(bucketOf('s3://files')).toEqual({
    bucket: { bucket: 'files', prefix: '' },
    accountBytes: 5_000_000,
  });
  expect(bucketOf('s3://files/a/b/').bucket).toEqual({ bucket: 'files', prefix: 'a/b' });
  for (const address of ['files', 's3://', 's3://FILES', 's3://files/../x', 's3://files/a b'])
    expect(faultsOf({ ...key, TRACEWELL_MEDIA_BUCKET: address })).toEqual([
      expect.stringContaining('TRACEWELL_MEDIA_BUCKET must be the address of a bucket'),
    ]);
  expect(faultsOf({ TRACEWELL_MEDIA_BUCKET: 's3://files' })).toEqual([
    expect.stringContaining('TRACEWELL_MEDIA_BUCKET needs TRACEWELL_S3_ACCESS_KEY_ID'),
  ]);
});
