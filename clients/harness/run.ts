// `npm run test:clients`: published clients of other back ends against the started product.
//   --only <id>[,<id>]   only these clients
//   --table              prints the table of docs/clients.md at the end
//   --capture <folder>   stores what the clients send, without the product
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CLIENTS } from '../clients.ts';
import { startModelServer, type ModelServer } from '../model-server/server.ts';
import { answerAsPeer, writeCapture } from './capture.ts';
import type { Client, Target } from './client.ts';
import { differences } from './differences.ts';
import { asking } from './langsmith-wire.ts';
import { HOME, installJs, installPython, versionsOf, whySkipped } from './install.ts';
import { startProduct, type Product } from './product.ts';
import { Account } from './stored.ts';
import { tableOf, type ClientReport } from './table.ts';
import { forwardTo, startTraffic, type Traffic } from './traffic.ts';

const RUN_MS = 300_000;

/** The variables of a user's program, without those of this machine that would change what a client does. */
const environment = (models: ModelServer, settings: Record<string, string>): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  OPENAI_API_KEY: 'sk-fake',
  OPENAI_BASE_URL: `${models.url}/v1`,
  ANTHROPIC_API_KEY: 'sk-ant-fake',
  ANTHROPIC_BASE_URL: models.url,
  GOOGLE_API_KEY: 'fake',
  GOOGLE_GEMINI_BASE_URL: models.url,
  PYTHONDONTWRITEBYTECODE: '1',
  ...settings,
});

function commandOf({ id, language }: Client): [string, string] {
  if (language.name === 'app') {
    const program = path.join(HOME, 'apps', language.program);
    return language.python === undefined
      ? [process.execPath, `${program}.mjs`]
      : [path.join(process.env[language.folder] ?? '', language.python), `${program}.py`];
  }
  return language.name === 'js'
    ? [
        process.execPath,
        path.join(HOME, 'js', language.folder ?? id, `${language.program ?? 'scenario'}.mjs`),
      ]
    : [installPython(language.environment), path.join(HOME, 'python', `${language.program}.py`)];
}

const installedAt = ({ language }: Client): Record<string, string> =>
  language.name === 'app' ? { [language.folder]: process.env[language.folder] ?? '' } : {};

/** What it printed, if it failed. */
async function runScenario(client: Client, models: ModelServer, target: Target): Promise<string | null> {
  const [command, program] = commandOf(client);
  models.forget();
  const child = spawn(command, [program], {
    cwd: path.dirname(program),
    env: { ...environment(models, client.settings(target)), ...installedAt(client) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: RUN_MS,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (process.argv.includes('--verbose')) process.stdout.write(output);
  if (code === 0) return null;
  return `the program ended with ${signal ?? code}: ${output.trim().slice(-2_000)}`;
}

const isSentAgain = (client: Client, traffic: Traffic): boolean =>
  client.resendsAfter === null || traffic.sentAgain() >= 2;

/** Shown below differences, because they may explain them. */
const requestsOf = ({ seen }: Traffic): string =>
  `(requests: ${seen.map(({ method, path: place, status }) => `${method} ${place} ${status}`).join(', ') || 'none'})`;

async function check(client: Client, models: ModelServer, product: Product): Promise<string[]> {
  const { expected } = client;
  if (expected === null) return [];
  const apiKey = await product.addAccount(client.id);
  const traffic = await startTraffic(asking(client.wire, forwardTo(product.url)), client.resendsAfter);
  try {
    const fault = await runScenario(client, models, { url: traffic.url, apiKey, grpcPort: product.grpcPort });
    if (fault !== null) return [fault];
    const stored = await new Account(product.url, apiKey).settled(expected);
    const found = differences(expected, stored);
    if (!isSentAgain(client, traffic)) found.push('the client did not send its first batch again');
    return found.length === 0 ? [] : [...found, requestsOf(traffic)];
  } finally {
    traffic.close();
  }
}

async function capture(client: Client, models: ModelServer, folder: string): Promise<string[]> {
  const traffic = await startTraffic(asking(client.wire, answerAsPeer), null);
  const fault = await runScenario(client, models, { url: traffic.url, apiKey: 'twl_example', grpcPort: 0 });
  traffic.close();
  writeCapture(folder, client, versionsOf(client), traffic.seen);
  process.stdout.write(`     ${traffic.seen.length} requests\n`);
  return fault === null ? [] : [fault];
}

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    table: { type: 'boolean', default: false },
    capture: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});

const only = options.only?.split(',');
const unknown = only?.filter((id) => CLIENTS.every((client) => client.id !== id)) ?? [];
if (unknown.length > 0) {
  process.stderr.write(
    `No such client: ${unknown.join(', ')}. Known: ${CLIENTS.map(({ id }) => id).join(', ')}\n`,
  );
  process.exit(2);
}
const chosen = CLIENTS.filter(
  ({ id, expected }) => (only?.includes(id) ?? true) && (expected !== null || options.capture !== undefined),
);
if (chosen.some(({ language }) => language.name === 'js')) installJs();

const models = await startModelServer();
const product = options.capture === undefined ? await startProduct() : null;
const reports: ClientReport[] = [];
try {
  for (const client of chosen) {
    const skipped = whySkipped(client);
    if (skipped !== null) {
      process.stdout.write(`skip ${client.id}: ${skipped}\n`);
      reports.push({ client, differences: null });
      continue;
    }
    const found = await (
      product === null ? capture(client, models, options.capture ?? '') : check(client, models, product)
    ).catch((error: unknown) => [String(error)]);
    reports.push({ client, differences: found });
    process.stdout.write(`${found.length === 0 ? 'ok  ' : 'FAIL'} ${client.id} (${versionsOf(client)})\n`);
    for (const difference of found) process.stdout.write(`     ${difference}\n`);
  }
} finally {
  models.close();
  await product?.stop();
}
if (options.table) process.stdout.write(`\n${tableOf(reports)}`);
const failed = reports.filter((report) => (report.differences?.length ?? 0) > 0).length;
process.stdout.write(`clients: ${reports.length - failed} passed or skipped, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
