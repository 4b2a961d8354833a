// Backup, restore, doctor and the launcher, on metadata only: the records are on a server that does not
// exist.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { json, ran } from '#test/support/command-in-process';
import { freePort } from '#test/support/free-port';
import { serviceRecords } from '#test/support/records-engine';
import { freshFolder, run, takeTime } from '#test/support/run-command';
import { serviceFlags } from '../../bin/node-flags.js';

takeTime();

const LAUNCHER = fileURLToPath(new URL('../../bin/tracewell-server.js', import.meta.url));

const folder = freshFolder();
const env = { TRACEWELL_DATA_DIR: path.join(folder, 'data') };
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(() => json(['init'], env));

interface Found {
  name: string;
  status: string;
  message: string;
}

const diagnose = async (extra: Record<string, string>) => {
  const { code, stdout } = await ran(['doctor', '--json'], { ...env, PORT: '0', ...extra });
  const { healthy, checks } = JSON.parse(stdout) as { healthy: boolean; checks: Found[] };
  return { code, healthy, found: Object.fromEntries(checks.map((check) => [check.name, check])) };
};

describe('backup and restore', () => {
  it('brings the account back into another data directory', async () => {
    const target = path.join(folder, 'backup');
    const made = await ran(['backup', target], env);
    expect(made.code).toBe(0);
    expect(made.stdout).toContain('The backup does not contain the master key');
    const restored = { TRACEWELL_DATA_DIR: path.join(folder, 'restored') };
    expect(await json(['restore', target], restored)).toMatchObject({
      contains: { metadata: true, records: false, masterKey: false },
    });
    const [there, here, refused] = await Promise.all([
      json(['account', 'list'], restored),
      json(['account', 'list'], env),
      ran(['restore', target], env),
    ]);
    expect(there).toEqual(here);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('is not empty');
  });

  it('with the master key on request, which is created now if there was none', async () => {
    const made = await json(['backup', path.join(folder, 'with-key'), '--with-master-key'], env);
    expect(made.contains).toEqual({ metadata: true, records: false, masterKey: true });
  });
});

describe('doctor', () => {
  it('1: names what is wrong and says what to do', async () => {
    const { code, healthy, found } = await diagnose({});
    expect([code, healthy]).toEqual([1, false]);
    expect(found['records']).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('TRACEWELL_CLICKHOUSE_URL'),
    });
    for (const name of [
      'node',
      'data directory',
      'metadata',
      'master key',
      'record engine',
      'clock',
      'port',
    ]) {
      expect(found[name]).toMatchObject({ name, status: 'ok' });
    }
    expect(found['metadata']?.message).toMatch(/schema \d{4}-/);
  });

  it('1: every fault of the settings, and a port that another program has', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const [settings, taken] = await Promise.all([
      ran(['doctor'], { ...env, PORT: 'x', TRACEWELL_MASTER_KEY: 'short' }),
      diagnose({ PORT: String(port) }),
    ]);
    expect(settings.code).toBe(1);
    expect(settings.stdout).toMatch(/✗ settings {2}PORT must/);
    expect(settings.stdout).toMatch(/✗ settings {2}TRACEWELL_MASTER_KEY must/);
    expect(taken.found['port']).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('is taken'),
    });
  });

  it('1: a master key that is not the one', async () => {
    const { found } = await diagnose({ TRACEWELL_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
    expect(found['master key']).toMatchObject({
      status: 'fail',
      message: expect.stringContaining('not the one this data was written with'),
    });
  });
});

describe('the command', () => {
  it('0: --version and --help, through the launcher as well', async () => {
    const [version, help] = await Promise.all([run(['--version'], {}, LAUNCHER), ran(['--help'])]);
    expect([version.code, help.code]).toEqual([0, 0]);
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    for (const command of ['serve', 'init', 'account', 'keys', 'backup', 'restore', 'doctor']) {
      expect(help.stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    }
  });

  it('serve is one process, run by a Node with the flags and the environment of the service', async () => {
    // Each process prints its id, heaps and flags.
    const tell =
      'console.error(`${process.pid} ${process.env.MALLOC_ARENA_MAX} ${process.execArgv.join(" ")}`)';
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(tell)}` };
    const { code, stderr } = await run(['serve', '--help'], env, LAUNCHER);
    expect(code).toBe(0);
    const [first = '', second = ''] = stderr.trim().split('\n');
    const [, pid] = /^(\d+) undefined $/.exec(first) ?? [];
    expect(second).toBe(`${pid} 2 ${serviceFlags().join(' ')}`);
  });

  it('serve under an older Node: a kill of the first process ends the second', async () => {
    const data = freshFolder();
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    // Each process pretends to be an old Node, and prints its id.
    const old =
      'Object.defineProperty(process.versions, "node", { value: "20.0.0" }); console.error(process.pid)';
    const launcher = spawn(process.execPath, [LAUNCHER, 'serve', '--port', String(await freePort())], {
      env: {
        ...process.env,
        ...serviceRecords(),
        NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(old)}`,
        TRACEWELL_DATA_DIR: data,
        TRACEWELL_GRPC: 'off',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const errors = text(launcher.stderr);
    await once(launcher.stdout, 'data');
    launcher.kill('SIGKILL');
    // The service writes to this pipe too, so the pipe ends only when the service has ended.
    const started = [...(await errors).matchAll(/^\d+$/gm)].map(([pid]) => Number(pid));
    expect(started).toEqual([launcher.pid, expect.any(Number), ...started.slice(2)]);
  });
});
