import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#config';
import { loadMasterKey } from '#core/secrets/master-key';
import { lockDataDirectory } from '#data-directory';
import { MINUTE_MS } from '#lib/clock';
import { Metadata } from '#metadata/open';
import { doctor } from './doctor.ts';
import { checkClock, checkDataDirectory, checkDisk, checkNode } from './machine.ts';
import { askHealth, checkPort, type Health } from './port.ts';
import { checkSingleSignOn } from './single-sign-on.ts';
import { checkMasterKey, checkMetadata, checkRecords } from './stores.ts';

function freshFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const settings = (folder: string, extra: Record<string, string> = {}) => ({
  TRACEWELL_DATA_DIR: folder,
  PORT: '0',
  ...extra,
});

const configOf = (folder: string, extra: Record<string, string> = {}) => readConfig(settings(folder, extra));

/** With metadata and a master key in it. */
async function filledFolder(): Promise<string> {
  const folder = path.join(freshFolder(), 'data');
  mkdirSync(folder, { mode: 0o700 });
  const config = configOf(folder);
  const metadata = await Metadata.open(config.metadata);
  await loadMasterKey(config, metadata);
  await metadata.close();
  return folder;
}

async function serverAt(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

const HEALTH: Health = {
  status: 'ok',
  version: '1.2.3',
  checks: { records: 'ok', metadata: 'ok', jobs: 'ok' },
};

describe('node', () => {
  it.each([
    ['25.9.0', 'fail'],
    ['26.0.0', 'ok'],
    ['101.0.0', 'ok'],
  ])('%s: %s', (version, status) => {
    expect(checkNode(version)).toMatchObject({ status, message: expect.stringContaining(version) });
  });
});

describe.runIf(process.platform !== 'win32')('the data directory', () => {
  it.each([0o755, 0o750, 0o701, 0o704, 0o720])('mode %i: others can read it', (mode) => {
    const folder = freshFolder();
    chmodSync(folder, mode);
    expect(checkDataDirectory(folder)).toEqual({
      name: 'data directory',
      status: 'warn',
      message: `Other users of this machine can read the data directory ${folder}. Run: chmod 700 ${folder}`,
    });
  });

  it('mode 700: it can be written, and nothing is left behind in it', () => {
    const folder = freshFolder();
    chmodSync(folder, 0o700);
    expect(checkDataDirectory(folder)).toMatchObject({
      status: 'ok',
      message: `${folder} can be written.`,
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('not there yet: the check does not create it', () => {
    const folder = freshFolder();
    expect(checkDataDirectory(path.join(folder, 'a', 'b'))).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('made at the first start'),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a file in its place, or above it: says what to do', () => {
    const file = path.join(freshFolder(), 'data');
    writeFileSync(file, '');
    for (const place of [file, path.join(file, 'below')])
      expect(checkDataDirectory(place)).toMatchObject({
        status: 'fail',
        message: expect.stringContaining('TRACEWELL_DATA_DIR'),
      });
  });

  it('open to others while a process holds it: the warning stays, and the others say that it is in use', async () => {
    const folder = await filledFolder();
    const lock = lockDataDirectory(folder);
    onTestFinished(() => lock.release());
    const shown = async () => {
      const { checks } = await doctor(settings(folder));
      return checks.find(({ name }) => name === 'data directory');
    };
    expect(await shown()).toMatchObject({
      status: 'ok',
      message: `${folder} is in use by process ${process.pid}.`,
    });
    chmodSync(folder, 0o755);
    expect(await shown()).toMatchObject({
      status: 'warn',
      message: expect.stringContaining(`chmod 700 ${folder}`),
    });
  });
});

describe('the disk', () => {
  const GIB = 1024 ** 3;
  it.each([
    [GIB / 2 - 1, 'fail'],
    [GIB / 2, 'warn'],
    [5 * GIB - 1, 'warn'],
    [5 * GIB, 'ok'],
  ])('%i bytes free: %s', async (free, status) => {
    expect(await checkDisk(freshFolder(), async () => free)).toMatchObject({ status });
  });

  it('is that of the nearest existing folder', async () => {
    const folder = freshFolder();
    const asked: string[] = [];
    const ask = async (of: string): Promise<number> => {
      asked.push(of);
      return 0;
    };
    await checkDisk(path.join(folder, 'not', 'yet'), ask);
    expect(asked).toEqual([folder]);
    expect((await checkDisk(folder)).message).toMatch(/^\d+\.\d GiB are free/);
  });
});

describe('the clock', () => {
  it('before the first version: fails', async () => {
    const check = await checkClock(freshFolder(), Date.UTC(2025, 11, 31));
    expect(check).toMatchObject({ status: 'fail', message: expect.stringContaining('2025-12-31') });
  });

  it.each([
    [2 * MINUTE_MS, 'ok'],
    [2 * MINUTE_MS + 1_000, 'warn'],
  ])('a file %i ms ahead of it: %s', async (aheadMs, status) => {
    const folder = freshFolder();
    const now = Date.UTC(2026, 10, 1);
    writeFileSync(path.join(folder, 'file'), '');
    utimesSync(path.join(folder, 'file'), new Date(now + aheadMs), new Date(now + aheadMs));
    expect(await checkClock(folder, now)).toMatchObject({ status });
  });
});

describe('the port', () => {
  const at = (port: number) => ({ ...configOf(freshFolder()), host: '127.0.0.1', port });

  it.each([
    ['ok', 'ok', 'is ready'],
    ['starting', 'warn', 'serves requests, but is starting'],
    ['degraded', 'warn', 'serves requests, but is degraded'],
    ['stopping', 'warn', 'is stopping'],
    ['unavailable', 'fail', 'is not ready: metadata, jobs'],
  ])('a service that is %s: %s', async (state, status, message) => {
    const checks =
      state === 'unavailable' ? { records: 'ok', metadata: 'down', jobs: 'down' } : HEALTH.checks;
    const health = { ...HEALTH, status: state, checks };
    const check = await checkPort(at(4318), { running: true, health });
    expect(check).toMatchObject({ status, message: expect.stringContaining(message) });
  });

  it('a service that has other data', async () => {
    const check = await checkPort(at(4318), { running: false, health: HEALTH });
    expect(check).toMatchObject({ status: 'warn', message: expect.stringContaining('different data') });
  });

  it('another program; nothing; nothing although a process holds the folder', async () => {
    const taken = at(await serverAt((_request, reply) => reply.end('{"version": 3}')));
    expect(await askHealth(taken)).toBeNull();
    expect(await checkPort(taken, { running: false, health: null })).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('is taken by another program'),
    });
    const free = at(await serverAt(() => undefined));
    const probe = { ...free, port: 0 };
    expect(await checkPort(probe, { running: true, health: null })).toMatchObject({ status: 'ok' });
    const unused = { ...free, host: '192.0.2.1' };
    expect(await checkPort(unused, { running: false, health: null })).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('EADDRNOTAVAIL'),
    });
  });

  it('the health check uses the address of the service', async () => {
    const asked: (string | undefined)[] = [];
    const port = await serverAt((request, reply) => {
      asked.push(request.url);
      reply.end(JSON.stringify(HEALTH));
    });
    expect(await askHealth(at(port))).toEqual(HEALTH);
    expect(asked).toEqual(['/v1/health']);
  });
});

describe('metadata and its key', () => {
  it('a schema that is newer, or no store', async () => {
    const folder = await filledFolder();
    const config = configOf(folder);
    const file = path.join(folder, 'metadata.sqlite');
    expect(await checkMetadata(config)).toMatchObject({ status: 'ok' });
    const change = (sql: string) => {
      const db = new DatabaseSync(file);
      db.exec(sql);
      db.close();
    };
    change(`insert into kysely_migration (name, timestamp) values ('9999-later', '')`);
    expect(await checkMetadata(config)).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('is of a newer version'),
    });
    rmSync(`${file}-wal`, { force: true });
    writeFileSync(file, 'no database at all, and long enough to be looked at. '.repeat(100));
    expect(await checkMetadata(config)).toMatchObject({
      status: 'fail',
      message: expect.stringContaining(`Check ${file}.`),
    });
  });

  it('the key is the one, is another, or is gone', async () => {
    const folder = await filledFolder();
    expect(await checkMasterKey(configOf(folder))).toMatchObject({ status: 'ok' });
    const other = configOf(folder, { TRACEWELL_MASTER_KEY: randomBytes(32).toString('base64') });
    expect(await checkMasterKey(other)).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('not the one'),
    });
    rmSync(path.join(folder, 'master.key'));
    expect(await checkMasterKey(configOf(folder))).toMatchObject({
      status: 'fail',
      message: expect.stringContaining(`${folder}/master.key is gone`),
    });
    expect(readdirSync(folder)).not.toContain('master.key');
  });
});

describe('records', () => {
  const embedded = () => {
    const folder = freshFolder();
    mkdirSync(path.join(folder, 'records'));
    return configOf(folder);
  };

  it.each([
    [null, 'warn', 'does not answer'],
    [{ ...HEALTH }, 'ok', 'has them open'],
    [{ ...HEALTH, checks: { ...HEALTH.checks, records: 'behind' } }, 'warn', 'is behind'],
    [{ ...HEALTH, checks: { ...HEALTH.checks, records: 'down' } }, 'fail', 'cannot reach them'],
  ])('of a running service, by its health: %#', async (health, status, message) => {
    const check = await checkRecords(embedded(), { running: true, health });
    expect(check).toMatchObject({ status, message: expect.stringContaining(message) });
  });

  it('on a server: its version, its refusal, its silence; the password goes along and is not shown', async () => {
    const asked: (string | undefined)[] = [];
    let [status, version] = [200, '26.8.1'];
    const port = await serverAt((request, reply) => {
      asked.push(request.headers.authorization);
      reply.writeHead(status).end(`${version}\n`);
    });
    const check = (place: string) =>
      checkRecords(
        configOf(freshFolder(), { TRACEWELL_CLICKHOUSE_URL: `http://eve:p%40ss@127.0.0.1:${place}` }),
        { running: false, health: null },
      );
    expect(await check(String(port))).toMatchObject({
      status: 'ok',
      message: `ClickHouse 26.8.1 answers at 127.0.0.1:${port}.`,
    });
    version = '25.3.2';
    expect(await check(String(port))).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('is too old'),
    });
    status = 516;
    const found = [await check(String(port)), await check('1')];
    expect(found).toMatchObject([
      { status: 'fail', message: expect.stringContaining('refuses (516)') },
      { status: 'fail', message: expect.stringContaining('does not answer') },
    ]);
    expect(JSON.stringify(found)).not.toMatch(/eve|p@ss|p%40ss/);
    expect(asked).toEqual(Array(3).fill(`Basic ${Buffer.from('eve:p@ss').toString('base64')}`));
  });
});

describe('single sign-on', () => {
  const PUBLIC = 'https://tracewell.example.com/traces';
  const at = (issuer: string) =>
    configOf(freshFolder(), {
      TRACEWELL_PUBLIC_URL: PUBLIC,
      TRACEWELL_OIDC_ISSUER: issuer,
      TRACEWELL_OIDC_CLIENT_ID: 'tracewell',
    });

  /** A provider whose description is what `describe` makes of a complete one. */
  async function provider(
    change: (whole: Record<string, unknown>) => unknown = (whole) => whole,
    status = 200,
  ): Promise<string> {
    let issuer = '';
    const port = await serverAt((request, reply) => {
      if (request.url !== '/realms/acme/.well-known/openid-configuration') {
        reply.writeHead(404).end();
        return;
      }
      const whole = {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        code_challenge_methods_supported: ['plain', 'S256'],
      };
      reply.writeHead(status).end(JSON.stringify(change(whole)));
    });
    issuer = `http://127.0.0.1:${port}/realms/acme`;
    return issuer;
  }

  it('is not mentioned if it is not configured', async () => {
    expect(await checkSingleSignOn(configOf(freshFolder()))).toEqual([]);
  });

  it('a provider that answers: prints the redirect address to register', async () => {
    const issuer = await provider();
    expect(await checkSingleSignOn(at(issuer))).toEqual([
      {
        name: 'single sign-on',
        status: 'ok',
        message: `${issuer} answers. The redirect address to register there is ${PUBLIC}/v1/auth/oidc/callback`,
      },
    ]);
    const { checks } = await doctor(
      settings(freshFolder(), { TRACEWELL_OIDC_ISSUER: issuer, TRACEWELL_OIDC_CLIENT_ID: 'tracewell' }),
    );
    expect(checks).toContainEqual(expect.objectContaining({ name: 'single sign-on', status: 'ok' }));
  });

  it.each([
    [
      'another name for itself',
      { issuer: 'https://login.example.com' },
      'calls itself https://login.example.com, not',
    ],
    ['no name', { issuer: undefined }, 'calls itself nothing, not'],
    [
      'no keys and no token endpoint',
      { token_endpoint: 1, jwks_uri: null },
      'lacks token_endpoint, jwks_uri',
    ],
  ])('a provider with %s fails', async (_name, change, message) => {
    const issuer = await provider((whole) => ({ ...whole, ...change }));
    expect(await checkSingleSignOn(at(issuer))).toMatchObject([
      { status: 'fail', message: expect.stringContaining(message) },
    ]);
  });

  it('a provider that lists other methods of PKCE: a warning; one that lists none: fine', async () => {
    const methods = async (list: string[] | undefined) => {
      const issuer = await provider((whole) => ({ ...whole, code_challenge_methods_supported: list }));
      return (await checkSingleSignOn(at(issuer)))[0]?.status;
    };
    expect([await methods(['plain']), await methods(undefined)]).toEqual(['warn', 'ok']);
  });

  it('no provider there: says at which address, and which setting to check', async () => {
    const found = [
      await checkSingleSignOn(at('http://127.0.0.1:1/realms/acme')),
      await checkSingleSignOn(at(await provider(() => 'text'))),
      await checkSingleSignOn(at(await provider(() => ({}), 503))),
      await checkSingleSignOn(at((await provider()).replace('acme', 'other'))),
    ].flat();
    expect(found.map(({ status }) => status)).toEqual(Array(4).fill('fail'));
    expect(found.map(({ message }) => message)).toMatchObject([
      expect.stringContaining('does not answer within 5 s. Check TRACEWELL_OIDC_ISSUER.'),
      expect.stringContaining('/acme/.well-known/openid-configuration is not the description'),
      expect.stringContaining('answers 503'),
      expect.stringContaining('answers 404'),
    ]);
  });
});
