// Runs the examples of the pages against one started service, with fake models behind the vendors' clients.
// docs-examples/table.ts says which blocks run, and why the others do not.
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tracewell, unwrap, type TracewellClient } from '@tracewell/sdk';
import { ranInProcess } from '../cli/test/in-process.ts';
import { startModelServer } from '../clients/model-server/server.ts';
import { eventually } from '../server/test/support/eventually.ts';
import { minutesUnderEmulation, serviceRecords } from '../server/test/support/records-engine.ts';
import { startService } from '../server/test/support/service-process.ts';
import { declarationsFor, examplesIn, ROOT, textOf, type Example } from './docs-examples/blocks.ts';
import {
  CLI_COMMANDS,
  NOT_INSTALLED,
  PAGES,
  SH_BLOCKS,
  SKIPPED,
  TS_BLOCKS,
  type RunBlock,
} from './docs-examples/table.ts';

const RUNNABLE = new Set(['ts', 'js', 'sh', 'python']);
const INTEGRATIONS = readdirSync(path.join(ROOT, 'docs/integrations')).map(
  (file) => `docs/integrations/${file}`,
);

const blocks = PAGES.flatMap(examplesIn).filter(({ language }) => RUNNABLE.has(language));
const isNamed = ({ page, code }: Example, entry: { page: string; has: string }): boolean =>
  page === entry.page && code.includes(entry.has);
const importsMissing = ({ code }: Example): boolean =>
  NOT_INSTALLED.some((name) => code.includes(`'${name}'`));

function blockOf(entry: RunBlock): Example {
  const block = blocks.find((each) => isNamed(each, entry));
  if (!block) throw new Error(`${entry.page} has no block with ${entry.has}`);
  return block;
}

describe('the table', () => {
  const entries = [...TS_BLOCKS, ...SH_BLOCKS, ...SKIPPED];

  it('has one line for each block, and none for a block that is gone', () => {
    const unnamed = blocks
      .filter(
        (block) => !importsMissing(block) && entries.filter((each) => isNamed(block, each)).length !== 1,
      )
      .map(({ place }) => place);
    expect(unnamed).toEqual([]);
    const stale = entries.filter((each) => blocks.filter((block) => isNamed(block, each)).length !== 1);
    expect(stale).toEqual([]);
  });

  it('the pages of the frameworks need packages that are not installed', () => {
    const inTypeScript = INTEGRATIONS.flatMap(examplesIn).filter(
      ({ language, code }) => language === 'ts' && code.includes('import '),
    );
    expect(inTypeScript.length).toBeGreaterThan(4);
    expect(inTypeScript.filter((each) => !importsMissing(each)).map(({ place }) => place)).toEqual([]);
    const installed = NOT_INSTALLED.filter((name) => existsSync(path.join(ROOT, 'node_modules', name)));
    expect(installed).toEqual([]);
  });

  it('has each command that docs/cli.md names', () => {
    const named = [...textOf('docs/cli.md').matchAll(/`tracewell ([^`]+)`/g)].map(([, words = '']) => words);
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(CLI_COMMANDS).toSorted());
  });
});

/** What the text around a block of TypeScript introduces, for a program that runs. */
const AROUND: Readonly<Record<string, string>> = {
  tw: "import { tracewell as start } from '@tracewell/sdk/tracing';\nconst tw = start();",
  tracewell: "import { tracewell } from '@tracewell/sdk/tracing';",
  client:
    "import { tracewell as connect } from '@tracewell/sdk';\nconst client = connect({ url: process.env.TRACEWELL_URL, apiKey: process.env.TRACEWELL_API_KEY });",
  unwrap: "import { unwrap } from '@tracewell/sdk';",
  record: `const record = { id: 'call-0001', provider: 'openai', model: 'gpt-4o', timestamp: new Date().toISOString(),
  promptTokens: 1, completionTokens: 1, totalTokens: 2, costUsd: 0.001, latencyMs: 5 };`,
  url: 'const url = process.env.TRACEWELL_URL;',
  apiKey: 'const apiKey = process.env.TRACEWELL_API_KEY;',
  OpenAI: "import OpenAI from 'openai';",
  Anthropic: "import Anthropic from '@anthropic-ai/sdk';",
  GoogleGenAI: "import { GoogleGenAI } from '@google/genai';",
  openai: "import OpenAiClient from 'openai';\nconst openai = new OpenAiClient();",
  messages: "const messages = [{ role: 'user', content: 'Why?' }];",
  query: "const query = 'parcels';",
  rerank: "const rerank = async () => ['best'];",
  ask: "const ask = async () => ({ text: 'Because.', promptTokens: 7, answerTokens: 3 });",
  ctx: 'const ctx = { waitUntil: (promise) => void promise };',
};

/** All blocks in one process, one after the other. The first fault of each is printed. */
const RUNNER = `const faults = [];
globalThis.started = [];
for (const file of process.argv.slice(2)) {
  try {
    await import(file);
  } catch (error) {
    faults.push(\`\${file}: \${error?.stack ?? error}\`);
  }
}
for (const tw of started) if (!(await tw.flush())) faults.push('flush');
console.log(JSON.stringify(faults));
process.exit(0);
`;
/** After each block: what it started has to be flushed. */
const NOTED = "if (typeof tw !== 'undefined') started.push(tw);";

const cache = path.join(ROOT, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
// Packages are found from here.
const folder = mkdtempSync(path.join(cache, 'docs-run-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string): string => path.join(folder, name);

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

const ended = (program: string, args: string[], env: Record<string, string>): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(program, args, { cwd: folder, env, timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });

function makePrograms(): void {
  const programs = { tracewell: 'cli/src/main.ts', 'tracewell-server': 'server/src/command/main.ts' };
  for (const [name, main] of Object.entries(programs)) {
    writeFileSync(file(name), `#!/bin/sh\nexec '${process.execPath}' '${path.join(ROOT, main)}' "$@"\n`);
    chmodSync(file(name), 0o755);
  }
}

/** The address, the key and the folders of this test in place of those of a reader. */
const placed = (code: string, url: string, key: string): string =>
  code
    .replaceAll(/http:\/\/(?:127\.0\.0\.1|localhost):4318/g, url)
    .replaceAll('twl_…', key)
    .replaceAll(/npm run (tracewell(?:-server)?) -- /g, '$1 ')
    .replaceAll(/\/var\/(?:cache|spool)\/tracewell/g, file('folders'));

async function runTypeScript(env: Record<string, string>): Promise<string[]> {
  const { TRACEWELL_URL: url = '', TRACEWELL_API_KEY: key = '' } = env;
  const files = TS_BLOCKS.map((entry, at) => {
    const block = blockOf(entry);
    const code = `${block.code}\n${entry.after ?? ''}`;
    const name = file(`${at}-${path.basename(block.place).replace(':', '-line-')}.mjs`);
    const whole = `${declarationsFor(code, AROUND)}\n${placed(code, url, key)}\n${NOTED}\n`;
    writeFileSync(name, stripTypeScriptTypes(whole));
    return name;
  });
  writeFileSync(file('runner.mjs'), RUNNER);
  const { stdout, stderr } = await ended(process.execPath, [file('runner.mjs'), ...files], env);
  const faults = stdout.trim().split('\n').at(-1);
  return faults?.startsWith('[') ? (JSON.parse(faults) as string[]) : [stdout + stderr];
}

async function runShell(entry: RunBlock, env: Record<string, string>): Promise<Ended> {
  const { code } = blockOf(entry);
  const { TRACEWELL_URL: url = '', TRACEWELL_API_KEY: key = 'twl_none' } = env;
  const result = await ended('bash', ['-euo', 'pipefail', '-c', placed(code, url, key)], env);
  const printed = result.stdout.replaceAll(/"(\w+)": /g, '"$1":');
  expect({ ...result, has: entry.has, printed }).toMatchObject({
    has: entry.has,
    code: entry.code ?? 0,
    printed: expect.stringContaining(entry.prints ?? ''),
  });
  return result;
}

/** Each command of docs/cli.md, with what it prints. */
async function runCommands(env: Record<string, string>, traceId: string): Promise<void> {
  const values: Record<string, string> = {
    'calls <id>': 'first-call',
    'sessions <id>': 'chat-42',
    'trace <id>': traceId,
    'cost --by <group>': 'model',
    'export-calls <file>': file('calls.csv'),
    'export-data <folder>': file('exported'),
    'import-data <folder>': file('exported'),
  };
  const wrong: unknown[] = [];
  for (const [command, prints] of Object.entries(CLI_COMMANDS)) {
    if (typeof prints !== 'string') continue;
    const words = command.split(' ').map((word) => (word.startsWith('<') ? (values[command] ?? word) : word));
    const choices = words.find((word) => word.includes('|'))?.split('|') ?? [''];
    for (const choice of choices) {
      const args = words.map((word) => (word.includes('|') ? choice : word));
      const { code, stdout, stderr } = await ranInProcess(args, env);
      if (code !== 0 || !stdout.includes(prints)) wrong.push({ args, prints, code, stdout, stderr });
    }
  }
  expect(wrong).toEqual([]);
  expect(existsSync(file('calls.csv'))).toBe(true);
}

const settled = (client: TracewellClient): Promise<void> =>
  eventually(async () => {
    const { runs } = await unwrap(client.GET('/v1/eval-runs'));
    expect(runs.map(({ status }) => status)).toEqual(['completed', 'completed']);
  });

it.skipIf(minutesUnderEmulation)(
  'blocks of the SDK, the tutorial and the command line run, and what they send is stored',
  async () => {
    makePrograms();
    const models = await startModelServer();
    const service = await startService({ folder: file('data'), env: serviceRecords() });
    const base = {
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      HOME: folder,
      XDG_CONFIG_HOME: file('config'),
      NO_COLOR: '1',
      TRACEWELL_URL: service.url,
      TRACEWELL_DATA_DIR: file('data'),
      ...serviceRecords(),
    };
    const [makesKey, ...others] = SH_BLOCKS;
    if (!makesKey) throw new Error('No block makes a key.');
    const { stdout } = await runShell(makesKey, base);
    const key = /twl_\w+/.exec(stdout)?.[0] ?? '';
    const env = {
      ...base,
      TRACEWELL_API_KEY: key,
      OPENAI_API_KEY: 'fake',
      OPENAI_BASE_URL: `${models.url}/v1`,
      ANTHROPIC_API_KEY: 'fake',
      ANTHROPIC_BASE_URL: models.url,
      GOOGLE_GEMINI_BASE_URL: models.url,
    };
    const client = tracewell({ url: service.url, apiKey: key });
    writeFileSync(file('usage.csv'), `when,llm,team\n${new Date().toISOString()},gpt-4o-mini,search\n`);
    const printed = new Map<string, string>();
    for (const entry of others) {
      if (entry.has.startsWith('gate ')) await settled(client);
      printed.set(entry.has, (await runShell(entry, env)).stdout.trim());
    }
    const shown = examplesIn('docs/tutorial.md').find(({ code }) => code.startsWith('Run 2 “v2”'));
    expect([...printed.values()]).toContain(shown?.code.trim());
    const { prompt } = await unwrap(
      client.POST('/v1/prompts', { body: { name: 'greeting', version: '1', template: 'Hello {{name}}' } }),
    );
    await unwrap(
      client.POST('/v1/prompts/{id}/deploy', {
        params: { path: { id: prompt.id } },
        body: { label: 'production' },
      }),
    );
    expect(await runTypeScript(env)).toEqual([]);
    const { records } = await unwrap(client.POST('/v1/query/calls', { body: { limit: 100 } }));
    expect(records.map(({ model }) => model)).toEqual(
      expect.arrayContaining(['gpt-4o', 'llama3.3', 'gpt-4.1', 'claude-sonnet-4-5', 'gemini-2.5-flash']),
    );
    expect(records.map(({ id }) => id)).toContain('call-0001');
    const chat = records.find(({ sessionId }) => sessionId === 'chat-42');
    expect(chat).toMatchObject({ model: 'gpt-4o-mini', tags: { plan: 'pro' }, promptTokens: 1184 });
    await runCommands(env, chat?.traceId ?? '');
    models.close();
  },
  180_000,
);
