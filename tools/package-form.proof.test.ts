// sdk and cli as users install them: packed by npm, and run outside the repository.
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toPublishedForm, toSourceForm } from './package-form.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MODULES = path.join(ROOT, 'node_modules');
const run = promisify(execFile);

// The compiler looks for packages above the folder. A copy keeps the files of the repository as they are.
let copies: string;
// Outside the repository.
let user: string;

const npm = (...args: string[]) =>
  execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Returns the names of the packed files. */
function pack(name: string): string[] {
  const folder = path.join(copies, name);
  cpSync(path.join(ROOT, name), folder, {
    recursive: true,
    filter: (file) => !/\/(node_modules|dist|test)$/.test(file),
  });
  toPublishedForm(folder);
  const [packed] = JSON.parse(
    npm('pack', folder, '--ignore-scripts', '--json', '--pack-destination', copies),
  ) as {
    filename: string;
    files: { path: string }[];
  }[];
  const target = path.join(user, 'node_modules/@tracewell', name);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', [
    'xzf',
    path.join(copies, packed?.filename ?? ''),
    '-C',
    target,
    '--strip-components=1',
  ]);
  return packed?.files.map((file) => file.path) ?? [];
}

const packed: Record<string, string[]> = {};

beforeAll(() => {
  mkdirSync(path.join(MODULES, '.cache'), { recursive: true });
  copies = mkdtempSync(path.join(MODULES, '.cache/packages-'));
  user = mkdtempSync(path.join(tmpdir(), 'tracewell-user-'));
  for (const name of ['sdk', 'cli']) packed[name] = pack(name);
  for (const name of ['commander', 'openapi-fetch', 'openapi-typescript-helpers']) {
    symlinkSync(path.join(MODULES, name), path.join(user, 'node_modules', name));
  }
  // Programs that trace bring it themselves.
  mkdirSync(path.join(user, 'node_modules/@opentelemetry'));
  symlinkSync(path.join(MODULES, '@opentelemetry/api'), path.join(user, 'node_modules/@opentelemetry/api'));
});
afterAll(() => {
  for (const folder of [copies, user]) rmSync(folder, { recursive: true, force: true });
});

it('has compiled files, the licence and the README, and no source', () => {
  for (const files of Object.values(packed)) {
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    const others = files.filter(
      (file) => !/^(dist\/.*\.(js|d\.ts)|LICENSE|README\.md|package\.json)$/.test(file),
    );
    expect(others).toEqual([]);
    expect(files.filter((file) => file.includes('.test.'))).toEqual([]);
  }
});

it('depends on nothing of the server, and every file that it names is there', () => {
  for (const name of ['sdk', 'cli']) {
    const folder = path.join(user, 'node_modules/@tracewell', name);
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
      exports: Record<string, Record<string, string>>;
      bin?: Record<string, string>;
    };
    expect(Object.keys(manifest.dependencies)).toEqual(
      name === 'sdk'
        ? ['openapi-fetch']
        : ['@modelcontextprotocol/server', '@tracewell/sdk', 'commander', 'csv-parse', 'hyparquet', 'zod'],
    );
    const named = [...Object.values(manifest.exports), manifest.bin ?? {}].flatMap((files) =>
      Object.values(files),
    );
    expect(named.filter((file) => !existsSync(path.join(folder, file)))).toEqual([]);
  }
});

it('sends a record from a plain script, and type-checks', async () => {
  writeFileSync(
    path.join(user, 'send.mjs'),
    `import { BatchSender, tracewell } from '@tracewell/sdk';
    import { diskSpool } from '@tracewell/sdk/node';
    import { tracewell as tracing } from '@tracewell/sdk/tracing';
    const rejected = [];
    const sender = new BatchSender(tracewell({ url: process.argv[2], apiKey: 'twl_x' }), {
      onRejected: (more) => rejected.push(...more.map(({ record, reason }) => [record.id, reason])),
    });
    await sender.add({ id: 'one' });
    await sender.add({ id: 'two' });
    const { unsent } = await sender.close();
    const tw = tracing({ url: process.argv[2], apiKey: 'twl_x', spool: diskSpool('spool') });
    const traced = tw.span('work', () => 7);
    console.log(JSON.stringify({ rejected, unsent, traced, sent: await tw.flush() }));`,
  );
  const service = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"accepted":1,"rejected":[{"id":"two","reason":"provider is missing"}]}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => service.once('listening', resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  try {
    const { stdout } = await run(process.execPath, ['send.mjs', url], { cwd: user });
    expect(JSON.parse(stdout)).toEqual({
      rejected: [['two', 'provider is missing']],
      unsent: [],
      traced: 7,
      sent: true,
    });
  } finally {
    service.close();
  }

  const asked = `import { tracewell, unwrap } from '@tracewell/sdk';
    import { ciGate } from '@tracewell/sdk/ci-gate';
    import { wrapOpenAI } from '@tracewell/sdk/openai';
    import { agentsProcessor } from '@tracewell/sdk/openai-agents';
    import { tracewell as tracing } from '@tracewell/sdk/tracing';
    export const answer = tracing().observe(async (question: string) => question.length);
    export const length: Promise<number> = answer('Why?');
    export const used = [ciGate, wrapOpenAI({ chat: {} }).chat, agentsProcessor()];
    const client = tracewell({ url: 'http://127.0.0.1:4318', apiKey: 'twl_x' });
    const { records } = await unwrap(client.POST('/v1/query/calls', { body: { limit: 5 } }));`;
  const programs = {
    'right.mts': `${asked}\nexport const costs: number[] = records.map(({ costUsd }) => costUsd ?? 0);`,
    'wrong.mts': `${asked}\nexport const costs: string[] = records.map(({ costUsd }) => costUsd);`,
  };
  for (const [name, code] of Object.entries(programs)) writeFileSync(path.join(user, name), code);
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--types', ''];
  const faults = await run(
    path.join(MODULES, '.bin/tsc'),
    [...options, '--lib', 'es2022,dom', '--pretty', 'false', ...Object.keys(programs)],
    { cwd: user },
  ).then(
    () => [],
    ({ stdout }: { stdout: string }) => stdout.match(/^\S.*/gm) ?? [],
  );
  expect(faults).toEqual([expect.stringMatching(/^wrong\.mts\(11,\d+\): error TS2322/)]);
});

it('runs the command', async () => {
  const main = path.join(user, 'node_modules/@tracewell/cli/dist/main.js');
  const { stdout } = await run(process.execPath, [main, '--help'], { cwd: user });
  expect(stdout).toContain('gate');
});

it('goes back to the form of the repository', () => {
  for (const name of ['sdk', 'cli']) {
    const folder = path.join(copies, name);
    toSourceForm(folder);
    for (const file of ['package.json', 'README.md']) {
      expect(readFileSync(path.join(folder, file), 'utf8')).toBe(
        readFileSync(path.join(ROOT, name, file), 'utf8'),
      );
    }
    expect(existsSync(path.join(folder, 'LICENSE'))).toBe(false);
  }
});
