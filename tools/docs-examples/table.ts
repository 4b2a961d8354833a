// Which code blocks of the pages run, and why the others do not. A new block needs a line here.

interface Named {
  page: string;
  /** Text that only this block has. */
  has: string;
}

/** A block that runs as it is, apart from the address, the key and folders. */
export interface RunBlock extends Named {
  /** TypeScript that follows the block: it uses what the block makes, or checks it. */
  after?: string;
  /** The exit code of a shell block; 0 unless set. */
  code?: number;
  /** Text that a shell block prints. */
  prints?: string;
}

export interface SkippedBlock extends Named {
  why: string;
}

export const PAGES: readonly string[] = [
  'README.md',
  'docs/tutorial.md',
  'docs/sdk.md',
  'sdk/README.md',
  'docs/cli.md',
  'cli/README.md',
  'docs/mcp.md',
  'docs/importing.md',
  'docs/finding-to-fix.md',
];

/** Other packages in the examples. They are no dependency of this repository, so their blocks cannot run here. */
export const NOT_INSTALLED: readonly string[] = [
  '@ai-sdk/otel',
  '@arizeai/phoenix-otel',
  '@mastra/otel-exporter',
  '@openai/agents',
  '@opentelemetry/sdk-node',
  '@traceloop/node-server-sdk',
];

const SDK = 'docs/sdk.md';
const SDK_README = 'sdk/README.md';
const TUTORIAL = 'docs/tutorial.md';
const FIX = 'docs/finding-to-fix.md';
const ask = "[{ role: 'user', content: 'Why?' }]";

export const TS_BLOCKS: readonly RunBlock[] = [
  { page: SDK, has: "session: 'chat-42'" },
  { page: SDK, has: "tw.span('rerank'", after: "if (docs[0] !== 'best') throw new Error('no documents');" },
  { page: SDK, has: "'chat llama'" },
  {
    page: SDK,
    has: "import { wrapOpenAI } from '@tracewell/sdk/openai';\n\nconst openai",
    after: `await openai.responses.create({ model: 'gpt-4.1', input: 'Why?' });`,
  },
  {
    page: SDK,
    has: 'wrapAnthropic(new Anthropic())',
    after: `await anthropic.messages.create({ model: 'claude-sonnet-4-5', max_tokens: 9, messages: ${ask} });`,
  },
  {
    page: SDK,
    has: 'wrapGoogle(new GoogleGenAI(',
    after: `await google.models.generateContent({ model: 'gemini-2.5-flash', contents: 'Why?' });`,
  },
  { page: SDK, has: 'tracewell({ content:' },
  {
    page: SDK,
    has: "tw.prompts.get('greeting'",
    after: "if (prompt.compile({ name: 'Ada' }) !== 'Hello Ada') throw new Error('not the stored prompt');",
  },
  { page: SDK, has: 'promptCopies: diskPrompts(' },
  {
    page: SDK,
    has: 'tw.gate.run(',
    after: "if (reply.object !== 'chat.completion') throw new Error('no reply');",
  },
  { page: SDK, has: 'tw.waitUntil(ctx)' },
  { page: SDK, has: 'spool: diskSpool(' },
  { page: SDK_README, has: 'error: true, limit: 20' },
  {
    page: SDK_README,
    has: 'new BatchSender(',
    after: "if (unsent.length > 0) throw new Error('a record was not sent');",
  },
  { page: SDK_README, has: 'conversationOf(call)' },
];

export const SH_BLOCKS: readonly RunBlock[] = [
  { page: TUTORIAL, has: 'keys create --name tutorial', prints: 'twl_' },
  { page: TUTORIAL, has: 'export TRACEWELL_API_KEY=' },
  { page: 'README.md', has: 'curl http://127.0.0.1:4318/v1/ingest', prints: '"accepted":1' },
  { page: TUTORIAL, has: '"id": "first-call"', prints: '"accepted":1' },
  { page: TUTORIAL, has: 'OTEL_EXPORTER_OTLP_HEADERS=' },
  { page: TUTORIAL, has: '/v1/query/calls"', prints: '"id":"first-call"' },
  { page: TUTORIAL, has: '/v1/gate/budgets"', prints: '"name":"Tutorial"' },
  { page: TUTORIAL, has: '/v1/gate/check"', prints: '"decision":"allow"' },
  { page: TUTORIAL, has: '/v1/eval-criteria"', prints: '"id":1001' },
  { page: TUTORIAL, has: "send v1 'It is on its way", prints: '"accepted":20' },
  { page: TUTORIAL, has: 'for release in v1 v2', prints: '"id":2' },
  { page: TUTORIAL, has: 'gate --candidate 2 --baseline 1', code: 1, prints: '✗ Gate: fail: 1 violation' },
  { page: 'cli/README.md', has: '-- --help', prints: 'Commands' },
  { page: 'docs/importing.md', has: 'import csv usage.csv', prints: 'Stored: 1.' },
  { page: FIX, has: '/v1/sample-data"', prints: '"loaded":true' },
  { page: FIX, has: '/v1/guardian/findings', prints: '"findings":[' },
];

export const SKIPPED: readonly SkippedBlock[] = [
  {
    page: 'README.md',
    has: 'npm ci\nnpm start',
    why: 'installs the repository; the service of this test is started',
  },
  {
    page: 'README.md',
    has: 'npm run pack\nnpx ./dist',
    why: 'npm run test:pack installs and starts the packages',
  },
  { page: 'README.md', has: 'npm test', why: 'runs this test' },
  { page: TUTORIAL, has: 'npm ci && npm start', why: 'as in README.md' },
  { page: TUTORIAL, has: 'pip install', why: 'installs packages from the network' },
  { page: TUTORIAL, has: '# send.py', why: 'Python; npm run test:clients runs exporters in Python' },
  { page: TUTORIAL, has: 'python send.py', why: 'as above' },
  { page: TUTORIAL, has: 'npm install @opentelemetry/api', why: 'installs packages from the network' },
  { page: TUTORIAL, has: 'node send.mjs', why: 'a package of send.mjs is not installed' },
  {
    page: FIX,
    has: 'PROJECT=prj_…',
    why: 'has ids of the reader; server/test/http/finding-to-fix.test.ts sends the same requests',
  },
  { page: FIX, has: '/v1/fix-trail', why: 'as above' },
  { page: FIX, has: 'gate --dataset 1 --criterion 1001', why: 'as above' },
  { page: SDK, has: 'npm install @tracewell/sdk', why: 'npm run test:pack installs the package' },
  {
    page: SDK,
    has: 'tw.experiment(',
    why: 'needs a dataset, criteria and a baseline; sdk/src/tracing/experiment.test.ts runs one',
  },
  {
    page: SDK,
    has: 'tw.compare(',
    why: 'needs a dataset and criteria; sdk/test/service.proof.test.ts runs one against the service',
  },
  { page: SDK, has: 'evaluation(', why: 'a test of Vitest; sdk/src/vitest has its own tests' },
  { page: SDK, has: 'new TracewellReporter()', why: 'settings of Vitest; sdk/src/vitest has its own tests' },
  { page: SDK, has: 'new NodeSDK(', why: '@opentelemetry/sdk-node is not installed' },
  { page: SDK_README, has: 'npm run pack', why: 'npm run test:pack installs the package' },
  {
    page: 'docs/cli.md',
    has: '-- <command>',
    why: 'not a command yet; the commands of the page run one by one',
  },
  { page: 'cli/README.md', has: 'npm run pack', why: 'npm run test:pack installs the package' },
  {
    page: 'docs/mcp.md',
    has: 'setup mcp --agent',
    why: 'changes the settings of an agent; without --write it runs below',
  },
  { page: 'docs/mcp.md', has: '--scope user tracewell', why: 'a program of another vendor' },
  { page: 'docs/mcp.md', has: 'code --add-mcp', why: 'a program of another vendor' },
  { page: 'docs/mcp.md', has: '-- tracewell mcp', why: 'a program of another vendor' },
  {
    page: 'docs/importing.md',
    has: 'import langfuse',
    why: 'needs a Langfuse server; cli/test/import has one',
  },
];

/** The commands that docs/cli.md names in its text. `<…>` is replaced; `a|b` stands for each of them. */
export const CLI_COMMANDS: Readonly<Record<string, string | { why: string }>> = {
  'calls <id>': 'first-call',
  calls: 'call-0001',
  'completion bash|zsh|fish': 'tracewell',
  'cost --by <group>': 'claude-sonnet-4-5',
  'export <folder>': { why: 'a second name of export-data, in the package only' },
  'export-calls <file>': '',
  'export-data <folder>': '',
  gate: { why: 'needs the ids of runs; a block of the tutorial runs it' },
  'import <folder>': { why: 'a second name of import-data, in the package only' },
  'import langfuse|langsmith|helicone|phoenix|opik|otlp-file|jsonl|csv|parquet': {
    why: 'needs the other back ends; cli/test/import has them',
  },
  'import-data <folder>': '',
  'login --key-stdin < key': {
    why: 'writes the login of the user; cli/test/commands/machine.test.ts runs it',
  },
  login: { why: 'waits for a person; cli/test/service/device-login.test.ts runs it' },
  mcp: { why: 'talks to a client until it ends; server/test/http/mcp.test.ts runs it' },
  'sessions <id>': 'chat-42',
  sessions: 'chat-42',
  'setup claude-code|codex|gemini': 'twl_',
  'setup cursor': '/mcp',
  'setup mcp --agent claude-code|codex|vscode|cursor': '/mcp',
  tail: { why: 'runs until Ctrl-C; cli/test/commands/machine.test.ts runs it' },
  'trace <id>': 'answer',
};
