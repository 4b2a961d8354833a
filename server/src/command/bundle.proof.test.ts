import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '#test/support/free-port';
import { freshFolder, takeTime } from '#test/support/run-command';
import { makeBundle } from '../../../tools/bundle.ts';
import { freshBundle, INPUTS, inputOf, PROGRAM } from './bundle.ts';

takeTime();

it('is used while its files are unchanged', () => {
  const folder = path.join(freshFolder(), 'dist/');
  const source = path.join(folder, '../module.ts');
  mkdirSync(folder);
  writeFileSync(source, 'export const one = 1;');
  const bundle = () => freshBundle(pathToFileURL(folder));
  expect(bundle()).toBeNull();
  writeFileSync(path.join(folder, INPUTS), JSON.stringify({ '../module.ts': inputOf(source) }));
  expect(bundle()).toBe(pathToFileURL(path.join(folder, PROGRAM)).href);
  // A copy of the folder has other times.
  utimesSync(source, 1, 1);
  expect(bundle()).not.toBeNull();
  writeFileSync(source, 'export const one = 2;');
  expect(bundle()).toBeNull();
  rmSync(source);
  expect(bundle()).toBeNull();
});

const hasEngine = (() => {
  const { resolve } = createRequire(import.meta.resolve('chdb'));
  const places = ['linux-x64-gnu', 'linux-arm64-gnu', 'darwin-arm64', 'darwin-x64'];
  const isThere = (place: string) => {
    try {
      return resolve(`@chdb/lib-${place}`) !== '';
    } catch {
      return false;
    }
  };
  return places.some(isThere);
})();

it.runIf(hasEngine)('runs the service, its threads and its pages', async () => {
  // Packages that are not in the bundle are resolved from its folder.
  const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await makeBundle(folder);
  expect(freshBundle(pathToFileURL(`${folder}/`))).not.toBeNull();

  // An `import` of them loads the client of `fetch` too, which costs each start 60 ms (lib/later.ts).
  const files = readdirSync(folder).filter((file) => file.endsWith('.mjs'));
  const imports = /^import\b[^;]*["'](?:node:)?https?["']/m;
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => imports.test(readFileSync(path.join(folder, file), 'utf8')))).toEqual([]);
  expect('import http from "node:http";').toMatch(imports);
  const beyondAscii = files.filter((file) =>
    /[\u0080-\uFFFF]/.test(readFileSync(path.join(folder, file), 'utf8')),
  );
  expect(beyondAscii).toEqual([]);

  const main = path.join(folder, 'main.mjs');
  writeFileSync(main, `import { run } from './${PROGRAM}'; await run();`);
  const port = await freePort();
  const child = spawn(process.execPath, [main, 'serve'], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      TRACEWELL_DATA_DIR: path.join(freshFolder(), 'data'),
      TRACEWELL_GRPC: 'off',
      TRACEWELL_INGEST_THREAD: 'on',
      TRACEWELL_OPERATOR_TOKEN: 'operator-token-of-this-test',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)));
  const call = async (to: string, credential: string, body?: object) => {
    const reply = await fetch(`http://127.0.0.1:${port}${to}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: reply.status, text: await reply.text() };
  };
  await expect
    .poll(async () => (await call('/v1/health', '').catch(() => null))?.status ?? printed, {
      timeout: 60_000,
    })
    .toBe(200);
  const made = await call('/operator/accounts', 'operator-token-of-this-test', {
    email: 'one@example.com',
    password: 'correct horse battery',
    plan: 'team',
  });
  const { apiKey } = JSON.parse(made.text) as { apiKey: string };
  const record = { id: 'call-of-the-bundle', provider: 'openai', model: 'gpt-4o-mini', latencyMs: 5 };
  const times = {
    timestamp: new Date().toISOString(),
    promptTokens: 1,
    completionTokens: 2,
    totalTokens: 3,
    costUsd: 0,
  };
  const stored = await call('/v1/ingest', apiKey, { records: [{ ...record, ...times }] });
  expect([stored.status, JSON.parse(stored.text)]).toEqual([200, { accepted: 1, rejected: [] }]);
  expect((await call('/v1/query/calls', apiKey, {})).text).toContain('call-of-the-bundle');
  // A package that is loaded on demand, and a file beside the source.
  for (const page of ['/v1/openapi.yaml', '/assets/docs.css'])
    expect((await call(page, apiKey)).status).toBe(200);
  child.kill('SIGTERM');
  expect([await once(child, 'exit'), printed]).toEqual([[0, null], expect.not.stringContaining('rror')]);
});
