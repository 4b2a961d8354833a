// `npm run test:pack`: the packages as people install them, in empty folders, on every Node version that they promise.
// TEST_NODES lists those versions, and TEST_PREVIOUS names an earlier tarball to upgrade from. Without it, the earlier one is made
// of the same sources with a lower version.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../server/test/support/free-port.ts';
import { makePackages, type Tarballs } from '../pack.ts';
import { openRegistry } from './registry.ts';

const run = promisify(execFile);
const NODES = (process.env['TEST_NODES'] ?? '20,22,24,26').split(',');
const EARLIER = '0.0.1';
/** Variables that a user does not have. The others may be needed to reach the registry. */
const OF_THIS_RUN =
  /^(?:npm_|TRACEWELL_|XDG_|TEST|VITEST|NODE_(?:OPTIONS|ENV|COMPILE_CACHE)|INIT_CWD|HOST$|PORT$|DISPLAY$)/;

let folder: string;
let tarballs: Tarballs;
let earlier: { name: string; version: string };
let own: string;
let close: () => void;
let prefix: string;
let settings: Record<string, string>;

const at = (...parts: string[]) => path.join(folder, ...parts);

/** The environment of a user: without the variables of `npm run`, and with a separate home. */
const environment = (more: Record<string, string> = {}): Record<string, string> => ({
  ...settings,
  ...more,
});

const npm = (args: string[], cwd = folder) => run('npm', args, { cwd, env: environment() });

const install = (spec: string) =>
  run(
    'npm',
    ['install', '--global', '--prefix', prefix, '--ignore-scripts', '--no-fund', '--no-audit', spec],
    { cwd: folder, env: environment({ npm_config_registry: own }) },
  );

async function manifestIn(tarball: string): Promise<{ name: string; version: string }> {
  const { stdout } = await run('tar', ['-xzOf', tarball, 'package/package.json']);
  return JSON.parse(stdout) as { name: string; version: string };
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tracewell-packed-'));
  prefix = at('prefix');
  mkdirSync(at('home'));
  const outside = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((each) => !each.includes('node_modules'))
    .join(path.delimiter);
  const config = async (name: string) => (await run('npm', ['config', 'get', name])).stdout.trim();
  const kept = Object.entries(process.env).filter(([name]) => !OF_THIS_RUN.test(name));
  settings = {
    ...(Object.fromEntries(kept) as Record<string, string>),
    PATH: outside,
    npm_config_userconfig: await config('userconfig'),
    HOME: at('home'),
    npm_config_registry: await config('registry'),
    npm_config_cache: await config('cache'),
    npm_config_update_notifier: 'false',
  };
  tarballs = await makePackages(at('packages'));
  const previous = process.env['TEST_PREVIOUS'];
  const before = previous ?? (await makePackages(at('earlier'), { version: EARLIER })).tracewell;
  earlier = await manifestIn(before);
  const published = [
    { manifest: earlier, tarball: before },
    { manifest: await manifestIn(tarballs.tracewell), tarball: tarballs.tracewell },
  ];
  ({ url: own, close } = await openRegistry(published, settings['npm_config_registry'] ?? ''));
});
afterAll(() => {
  close?.();
  rmSync(folder, { recursive: true, force: true });
});

/** Node of another version, from the package with its binary. */
async function nodeOf(version: string): Promise<string> {
  const place = at(`node-${version}`);
  const name = `node-${process.platform}-${process.arch}`;
  if (!existsSync(place)) {
    mkdirSync(place);
    await npm(['install', '--prefix', place, '--ignore-scripts', '--no-save', `${name}@${version}`], place);
  }
  return path.join(place, 'node_modules', name, 'bin/node');
}

const PROGRAM = () => path.join(prefix, 'lib/node_modules/tracewell/server/bin/tracewell-server.js');

interface Running {
  url: string;
  printed: () => string;
  stop: () => Promise<void>;
}

async function start(
  command: string[],
  env: Record<string, string> = {},
  cwd = at('home'),
): Promise<Running> {
  const port = await freePort();
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd,
    env: environment({ PORT: String(port), TRACEWELL_GRPC: 'off', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)));
  const url = `http://127.0.0.1:${port}`;
  // The greeting comes last, after sample data.
  await expect
    .poll(() => (child.exitCode === null ? printed : `ended: ${printed}`), { timeout: 120_000 })
    .toContain('is ready at');
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect([await ended, printed]).toEqual([[0, null], expect.any(String)]);
  };
  return { url, printed: () => printed, stop };
}

const keyIn = (text: string): string => /twl_[0-9A-Za-z]{49}/.exec(text)?.[0] ?? '';

const record = (id: string) => ({
  id,
  provider: 'openai',
  model: 'gpt-4o-mini',
  timestamp: new Date().toISOString(),
  promptTokens: 1,
  completionTokens: 2,
  totalTokens: 3,
  costUsd: 0,
  latencyMs: 5,
});

async function call(url: string, to: string, apiKey: string, body?: object) {
  const reply = await fetch(url + to, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', accept: '*/*' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, text: await reply.text() };
}

const send = (url: string, apiKey: string, id: string) =>
  call(url, '/v1/ingest', apiKey, { records: [record(id)] });
const sent = { status: 200, text: '{"accepted":1,"rejected":[]}' };

async function expectDashboard(url: string): Promise<void> {
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  const html = await page.text();
  expect([page.status, html]).toEqual([200, expect.stringContaining('<div id="root">')]);
  const files = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css|woff2|svg))"/g)].map(([, file]) => file);
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) {
    const reply = await fetch(new URL(file ?? '', url));
    expect([file, reply.status, (await reply.arrayBuffer()).byteLength > 0]).toEqual([file, 200, true]);
  }
}

it('is installed without scripts, starts, and an upgrade keeps the data', async () => {
  await install(`tracewell@${earlier.version}`);
  const data = { XDG_DATA_HOME: at('upgraded') };
  const tracewell = path.join(prefix, 'bin/tracewell');
  const before = await start([tracewell, 'serve'], data);
  const apiKey = keyIn(before.printed());
  expect(before.printed()).toContain(`Data: ${at('upgraded/tracewell')}`);
  expect(await send(before.url, apiKey, 'before-the-upgrade')).toEqual(sent);
  await before.stop();

  await install('tracewell');
  const { version } = JSON.parse(readFileSync('server/package.json', 'utf8')) as { version: string };
  const shown = await run(tracewell, ['--version'], { env: environment() });
  expect(shown.stdout.trim()).toBe(version);
  const after = await start([tracewell, 'serve'], data);
  expect(after.printed()).toContain(`Tracewell ${version} is ready`);
  expect((await call(after.url, '/v1/query/calls', apiKey, {})).text).toContain('before-the-upgrade');
  expect(await send(after.url, apiKey, 'after-the-upgrade')).toEqual(sent);
  await expectDashboard(after.url);
  for (const probe of ['/healthz', '/readyz', '/livez', '/docs', '/v1/openapi.yaml'])
    expect([probe, (await call(after.url, probe, apiKey)).status]).toEqual([probe, 200]);
  await after.stop();
});

it('has no tests, no sources and the versions of the lock', () => {
  const place = path.join(prefix, 'lib/node_modules/tracewell');
  const files = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter(
    (file) => !/(?:^|\/)node_modules\//.test(file),
  );
  expect(files.filter((file) => /\.tsx?$|\.test\./.test(file))).toEqual([]);
  const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const installed = readdirSync(path.join(place, 'node_modules'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?:(?:@[^/]+\/)?[^/]+\/(?:node_modules\/)?)+package\.json$/.test(file))
    .map((file) => `node_modules/${path.dirname(file)}`)
    .filter((each) => Object.hasOwn(locked.packages, each));
  const shrinkwrap = JSON.parse(readFileSync(path.join(place, 'npm-shrinkwrap.json'), 'utf8')) as {
    packages: Record<string, { optional?: boolean }>;
  };
  const needed = Object.keys(shrinkwrap.packages).filter(
    (each) => each !== '' && shrinkwrap.packages[each]?.optional !== true,
  );
  expect(needed.length).toBeGreaterThan(100);
  expect(needed.filter((each) => !installed.includes(each))).toEqual([]);
  for (const each of installed) {
    const { version } = JSON.parse(readFileSync(path.join(place, each, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect([each, version]).toEqual([each, locked.packages[each]?.version]);
  }
});

it.each(NODES)('serves, stores and shows on Node %s', async (version) => {
  const node = await nodeOf(version);
  const said = (await run(node, ['--version'])).stdout.trim();
  expect(said.startsWith(`v${version}.`)).toBe(true);
  const service = await start([node, PROGRAM(), 'serve'], { XDG_DATA_HOME: at(`data-${version}`) });
  const apiKey = keyIn(service.printed());
  expect(await send(service.url, apiKey, `on-node-${version}`)).toEqual(sent);
  expect((await call(service.url, '/v1/query/calls', apiKey, {})).text).toContain(`on-node-${version}`);
  await expectDashboard(service.url);
  await service.stop();
});

it('has a demo', async () => {
  const service = await start([path.join(prefix, 'bin/tracewell'), 'demo', '--no-open'], {
    XDG_DATA_HOME: at('demo'),
  });
  const sample = await call(service.url, '/v1/sample-data', keyIn(service.printed()));
  expect(JSON.parse(sample.text)).toMatchObject({ loaded: true });
  expect(existsSync(at('demo/tracewell-demo/metadata.sqlite'))).toBe(true);
  await service.stop();
});

it('serves and opens the browser when it is alone in a terminal', async () => {
  const tools = at('tools');
  const opened = at('opened');
  mkdirSync(tools);
  writeFileSync(path.join(tools, 'xdg-open'), `#!/bin/sh\nprintf '%s' "$1" > ${opened}\n`);
  chmodSync(path.join(tools, 'xdg-open'), 0o755);
  const tracewell = path.join(prefix, 'bin/tracewell');
  // `script` gives it a terminal, and ends with its exit code.
  const service = await start(['script', '-qefc', `exec ${tracewell}`, '/dev/null'], {
    XDG_DATA_HOME: at('terminal'),
    PATH: `${tools}${path.delimiter}${settings['PATH']}`,
  });
  await expect
    .poll(() => (existsSync(opened) ? readFileSync(opened, 'utf8') : ''), { timeout: 20_000 })
    .toMatch(/^http:\/\/127\.0\.0\.1:\d+\/welcome#token=/);
  const { stdout } = await run(tracewell, [], { env: environment() }).catch(
    (error: { stdout: string }) => error,
  );
  // Not in a terminal.
  expect(stdout).not.toContain('is ready at');
  expect((await call(service.url, '/livez', '')).status).toBe(200);
});

it('runs by npx', async () => {
  // A separate cache for what npx installs, with the downloads of the other one.
  const cache = at('npx-cache');
  mkdirSync(cache);
  symlinkSync(path.join(settings['npm_config_cache'] ?? '', '_cacache'), path.join(cache, '_cacache'));
  // A relative path, as people type it: npx takes an absolute one for a program.
  const { stdout } = await run('npx', ['--yes', `./${path.basename(tarballs.tracewell)}`, '--help'], {
    cwd: path.dirname(tarballs.tracewell),
    env: environment({ npm_config_cache: cache, npm_config_ignore_scripts: 'true' }),
  });
  expect(stdout).toContain('Usage: tracewell ');
  for (const command of ['serve', 'demo', 'migrate', 'gate']) expect(stdout).toContain(`  ${command} `);
});

/** Names of the packages that npm put into a folder. */
const installedIn = (place: string): string[] =>
  readdirSync(path.join(place, 'node_modules'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('package.json'))
    .map((file) => path.dirname(file));

it('the sdk and the command line are installed alone, and ask a service', async () => {
  const service = await start([path.join(prefix, 'bin/tracewell'), 'serve'], { XDG_DATA_HOME: at('alone') });
  const apiKey = keyIn(service.printed());
  const lone = async (name: string, tarball: string): Promise<string> => {
    const place = at(name);
    mkdirSync(place);
    writeFileSync(path.join(place, 'package.json'), '{"type":"module"}');
    await npm(['install', '--ignore-scripts', '--no-fund', '--no-audit', tarball], place);
    const strange = installedIn(place).filter((each) =>
      /fastify|chdb|kysely|react|(?<!modelcontextprotocol\/)server|\bai\b/.test(each),
    );
    expect(strange).toEqual([]);
    return place;
  };

  const sdk = await lone('with-sdk', tarballs.sdk);
  writeFileSync(
    path.join(sdk, 'send.js'),
    `import { tracewell, unwrap } from '@tracewell/sdk';
    const client = tracewell({ url: process.argv[2], apiKey: process.argv[3] });
    const body = { records: [${JSON.stringify(record('from-the-sdk'))}] };
    console.log(JSON.stringify(await unwrap(client.POST('/v1/ingest', { body }))));`,
  );
  const cli = await lone('with-cli', tarballs.cli);
  const command = path.join(cli, 'node_modules/.bin/tracewell');
  for (const version of NODES) {
    const node = await nodeOf(version);
    const { stdout } = await run(node, ['send.js', service.url, apiKey], { cwd: sdk, env: environment() });
    expect(JSON.parse(stdout)).toMatchObject({ rejected: [] });
    const gate = run(node, [command, 'gate', '--candidate', '7', '--baseline', '6', '--json'], {
      env: environment({ TRACEWELL_URL: service.url, TRACEWELL_API_KEY: apiKey }),
    });
    // There is no such run. The answer comes from the service.
    await expect(gate).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('not_found') });
  }
  await expect(run(command, ['serve'], { env: environment() })).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is a command of the server'),
  });
  expect((await call(service.url, '/v1/query/calls', apiKey, {})).text).toContain('from-the-sdk');
  await service.stop();
});
