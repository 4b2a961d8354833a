// The examples of the pages about the SDK, the command line, MCP and imports, checked against what is there:
// TypeScript is compiled with the real packages, commands are parsed by the real program, JSON is parsed.
// docs-run.proof.test.ts runs what can run.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { afterAll, describe, expect, it } from 'vitest';
import { addClientCommands } from '@tracewell/cli/commands';
import { declarationsFor, examplesIn, ROOT, type Example } from './docs-examples/blocks.ts';

const run = promisify(execFile);

const PAGES = [
  'docs/sdk.md',
  'sdk/README.md',
  'docs/cli.md',
  'cli/README.md',
  'docs/mcp.md',
  'docs/importing.md',
];
const examples = PAGES.flatMap(examplesIn);
const ofLanguage = (language: string) => examples.filter((each) => each.language === language);

/** What the text around an example introduces. A name is declared where an example uses it without its own. */
const AROUND: Readonly<Record<string, string>> = {
  tw: "declare const tw: import('@tracewell/sdk/tracing').Tracewell;",
  tracewell: "import { tracewell } from '@tracewell/sdk/tracing';",
  client: "declare const client: import('@tracewell/sdk').TracewellClient;",
  unwrap: "import { unwrap } from '@tracewell/sdk';",
  record: "declare const record: import('@tracewell/sdk').IncomingCall;",
  url: 'declare const url: string;',
  apiKey: 'declare const apiKey: string;',
  OpenAI: "import OpenAI from 'openai';",
  Anthropic: "import Anthropic from '@anthropic-ai/sdk';",
  GoogleGenAI: "import { GoogleGenAI } from '@google/genai';",
  openai: "declare const openai: import('openai').default;",
  messages: "declare const messages: { role: 'user'; content: string }[];",
  query: 'declare const query: string;',
  rerank: 'declare function rerank(query: string): Promise<string[]>;',
  ask: 'declare function ask(messages: unknown): Promise<{ text: string; promptTokens: number; answerTokens: number }>;',
  planner: 'declare function planner(text: string): Promise<string>;',
  answer: 'declare function answer(plan: string): Promise<string>;',
  ctx: 'declare const ctx: { waitUntil(promise: Promise<unknown>): void };',
  defineConfig: "import { defineConfig } from 'vitest/config';",
  NodeSDK: 'declare class NodeSDK { constructor(options: { spanProcessors: unknown[] }); start(): void; }',
  yourProcessor: 'declare const yourProcessor: unknown;',
};

/** Packages of others that are no dependency of this repository. */
const ELSEWHERE = `declare module '@ai-sdk/otel' {
  export class OpenTelemetry { constructor(options: { tracer: import('@opentelemetry/api').Tracer }); }
}
declare module '@openai/agents' {
  export function setTraceProcessors(processors: import('@tracewell/sdk/openai-agents').AgentsProcessor[]): void;
}
declare module 'ai' {
  export function registerTelemetry(telemetry: unknown): void;
}
`;

const moduleOf = ({ code }: Example): string => `${declarationsFor(code, AROUND)}\n${code}\nexport {};\n`;

describe('examples in TypeScript', () => {
  const cache = path.join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'examples-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('compile with the packages that they name', async () => {
    const all = ofLanguage('ts');
    expect(all.length).toBeGreaterThan(20);
    for (const [at, example] of all.entries()) {
      writeFileSync(path.join(folder, `example-${at}.ts`), `// ${example.place}\n${moduleOf(example)}`);
    }
    writeFileSync(path.join(folder, 'elsewhere.d.ts'), ELSEWHERE);
    // So that the compiler is known to look.
    const wrong = "import { tracewell } from '@tracewell/sdk/tracing';\ntracewell().noSuch();\n";
    writeFileSync(path.join(folder, 'wrong.ts'), wrong);
    const compilerOptions = {
      lib: ['es2025', 'esnext', 'dom'],
      types: ['node'],
      // Examples name what they get and do not always use it.
      noUnusedLocals: false,
      incremental: false,
      tsBuildInfoFile: null,
    };
    writeFileSync(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: path.join(ROOT, 'tsconfig.json'),
        compilerOptions,
        include: ['*.ts'],
        exclude: [],
      }),
    );
    const said = await run(
      process.execPath,
      [path.join(ROOT, 'node_modules/typescript/lib/tsc.js'), '-p', folder, '--pretty', 'false'],
      { cwd: folder },
    ).then(
      () => '',
      (failed: { stdout: string }) => failed.stdout,
    );
    const named = said.replaceAll(
      /example-(\d+)\.ts\(\d+,\d+\)/g,
      (_all, at: string) => all[Number(at)]?.place ?? '',
    );
    expect(named.trim().split('\n')).toEqual([expect.stringMatching(/^wrong\.ts.*noSuch/)]);
  }, 120_000);
});

/** The words of a command line, up to a pipe, a redirection or a comment. */
function wordsOf(line: string): string[] {
  const words = [...line.matchAll(/'[^']*'|"[^"]*"|[^\s'"]+/g)].map(([word]) =>
    word.replaceAll(/^['"]|['"]$/g, ''),
  );
  const end = words.findIndex((word) => /^([|<>&#;]|&&|\|\|)/.test(word));
  return end < 0 ? words : words.slice(0, end);
}

const commandLines = (): { place: string; words: string[] }[] =>
  ofLanguage('sh').flatMap(({ place, code }) =>
    code
      .replaceAll(/\\\n\s*/g, ' ')
      .split('\n')
      .map((line) => wordsOf(line.replace(/^(?:[A-Z_]+=\S+ )+/, '')))
      .filter(([program]) => program === 'tracewell')
      .map(([, ...words]) => ({ place, words })),
  );

/** Why the program would not take it; null if it would. Nothing is run. */
async function refusalOf(words: readonly string[]): Promise<string | null> {
  const program = new Command('tracewell').option('--json').exitOverride();
  addClientCommands(program);
  let reached = false;
  const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];
  for (const command of everyCommand(program)) {
    command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
    if (command !== program)
      command.action(() => {
        reached = true;
      });
  }
  try {
    await program.parseAsync([...words], { from: 'user' });
    return reached ? null : 'no command';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

it('commands of the examples exist, with their options', async () => {
  const lines = commandLines();
  expect(lines.length).toBeGreaterThan(3);
  const refused: string[] = [];
  for (const { place, words } of lines) {
    const reason = await refusalOf(words);
    if (reason !== null) refused.push(`${place}: tracewell ${words.join(' ')}: ${reason}`);
  }
  expect(refused).toEqual([]);
  expect(await refusalOf(['calls', '--no-such'])).toContain('unknown option');
});

it('JSON of the examples is JSON', () => {
  const broken = ofLanguage('json').filter(({ code }) => {
    try {
      JSON.parse(code);
      return false;
    } catch {
      return true;
    }
  });
  expect(broken.map(({ place }) => place)).toEqual([]);
});
