import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { run, takeTime } from './run.ts';

takeTime();

it('0: --version and --help', async () => {
  const [version, help] = await Promise.all([run(['--version']), run(['--help'])]);
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  expect([version.code, version.stdout.trim()]).toEqual([
    0,
    (JSON.parse(manifest) as { version: string }).version,
  ]);
  expect([help.code, help.stdout]).toEqual([0, expect.stringMatching(/^ {2}gate /m)]);
});

it('2: names the program that has a command of the server', async () => {
  const [serve, keys] = await Promise.all([
    run(['serve', '--port', '1']),
    run(['keys', 'create', '--name', 'x', '--json']),
  ]);
  expect([serve.code, serve.stdout]).toEqual([2, '']);
  expect(serve.stderr).toBe(
    'tracewell: `serve` is a command of the server. Run `tracewell-server serve` on the machine of the service.\n',
  );
  expect([keys.code, JSON.parse(keys.stderr)]).toMatchObject([2, { reason: 'server_command' }]);
});
