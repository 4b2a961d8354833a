// An upload of 10,000 items into a dataset through the whole HTTP path, as CSV, JSON lines and Parquet: seconds,
// CPU, the longest block of the event loop, and how much more memory the service needs. Then all items are read
// in pages and downloaded. The sender is a separate process, so that its memory does not count.
//   node bench/dataset-upload.ts [items=10000] [rounds=3] [--check]
// With `--check` the exit code is 1 if a round takes more than 5 s.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pino } from 'pino';
import { openApp } from '../server/src/app.ts';
import { readConfig } from '../server/src/config/index.ts';
import { csvLine } from '../server/src/lib/csv.ts';
import { ParquetFile } from '../server/src/lib/parquet-file.ts';
import { fakeRecords } from '../server/test/support/fake-records.ts';
import { writeFigures, type Figures } from './lib/figures.ts';
import { median } from './lib/process-cost.ts';

const [ITEMS = 10_000, ROUNDS = 3] = process.argv
  .slice(2)
  .filter((arg) => !arg.startsWith('--'))
  .map(Number);
const MUST_SECONDS = 5;
const OPERATOR_TOKEN = 'operator-token-of-the-measurement';

const WORDS = 'the order was sent to another address and the customer wants to know when it arrives'.split(
  ' ',
);
const sentence = (at: number, words: number): string =>
  Array.from({ length: words }, (_, word) => WORDS[(at * 7 + word * (1 + (at % 5))) % WORDS.length]).join(
    ' ',
  );

interface Item {
  id: string;
  question: string;
  answer: string;
  topic: string;
  split: string;
}

/** About 1 kB each, like a question with some context and a short answer. */
const items = Array.from({ length: ITEMS }, (_, at): Item => ({
  id: `case-${at}`,
  question: `Question ${at}: ${sentence(at, 120)}?`,
  answer: sentence(at + 1, 40),
  topic: `topic-${at % 20}`,
  split: at % 5 === 0 ? 'test' : 'train',
}));
const FIELDS = ['id', 'question', 'answer', 'topic', 'split'] as const;

function parquet(): Buffer {
  const file = new ParquetFile<Item>(
    FIELDS.map((name) => ({ name, kind: 'text', value: (item) => item[name] })),
  );
  const parts: Buffer[] = [];
  for (let at = 0; at < items.length; at += 1_000) parts.push(file.group(items.slice(at, at + 1_000)));
  return Buffer.concat([...parts, file.end()]);
}

const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-bench-'));
const FILES = {
  csv: [
    'text/csv',
    csvLine([...FIELDS]) + items.map((item) => csvLine(FIELDS.map((name) => item[name]))).join(''),
  ],
  jsonl: ['application/x-ndjson', items.map((item) => `${JSON.stringify(item)}\n`).join('')],
  parquet: ['application/vnd.apache.parquet', parquet()],
} as const;
for (const [name, [, content]] of Object.entries(FILES)) writeFileSync(path.join(folder, name), content);

const SENDER = `
import { request } from 'node:http';
import { readFileSync } from 'node:fs';
const [, url, key, type, file, method] = process.argv;
const body = file ? readFileSync(file) : undefined;
const started = performance.now();
const headers = { authorization: 'Bearer ' + key, ...(body ? { 'content-type': type, 'content-length': body.length } : {}) };
const asked = request(url, { method, headers });
asked.on('response', async (reply) => {
  let bytes = 0, text = '';
  for await (const part of reply) { bytes += part.length; if (bytes < 1e5) text += part; }
  console.log(JSON.stringify({ status: reply.statusCode, all: performance.now() - started, bytes, text }));
});
asked.end(body);`;

async function send(method: string, url: string, key: string, type = '', file = '') {
  const args = ['--input-type=module', '-e', SENDER, url, key, type, file, method];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const part of child.stdout) text += String(part);
  return JSON.parse(text) as { status: number; all: number; bytes: number; text: string };
}

const megabytes = () => process.memoryUsage.rss() / 1_048_576;
const figures: Figures = {};
let missed = false;

async function measure(name: string, work: () => Promise<{ status: number; all: number; bytes: number }>) {
  const [seconds, cpus, blocks, more]: number[][] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = megabytes();
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, megabytes())), 5);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const cpu = process.cpuUsage();
    const { status, all, bytes } = await work();
    const { user, system } = process.cpuUsage(cpu);
    delay.disable();
    clearInterval(watch);
    if (status !== 200) throw new Error(`${name} answered ${status}.`);
    const [took, used, block] = [all / 1_000, (user + system) / 1e6, delay.max / 1e6];
    console.log(
      `${name.padEnd(18)} ${took.toFixed(2)} s, ${used.toFixed(2)} CPU-s, event loop blocked ${block.toFixed(0)} ms at most, ` +
        `${(bytes / 1e6).toFixed(1)} MB read, ${(peak - before).toFixed(0)} MB more memory`,
    );
    missed ||= took > MUST_SECONDS;
    seconds?.push(took);
    cpus?.push(used);
    blocks?.push(block);
    more?.push(peak - before);
  }
  figures[`datasets.${name}.seconds`] = median(seconds ?? []);
  figures[`datasets.${name}.cpuSeconds`] = median(cpus ?? []);
  figures[`datasets.${name}.blockMs`] = median(blocks ?? []);
  figures[`datasets.${name}.moreMb`] = median(more ?? []);
}

const config = {
  ...readConfig({
    TRACEWELL_DATA_DIR: folder,
    PORT: '0',
    TRACEWELL_OPERATOR_TOKEN: OPERATOR_TOKEN,
    ...(process.env['TRACEWELL_POSTGRES_URL']
      ? { TRACEWELL_POSTGRES_URL: process.env['TRACEWELL_POSTGRES_URL'] }
      : {}),
  }),
  grpc: null,
};
const records = fakeRecords({ kind: 'server', usage: async () => 0, close: async () => undefined });
const app = await openApp(config, pino({ level: 'error' }), { records });
try {
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.http.server.address() as AddressInfo;
  const asOperator = async (method: string, path: string, body: unknown) => {
    const reply = await fetch(`http://127.0.0.1:${port}/operator/accounts${path}`, {
      method,
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}.`);
    return (await reply.json()) as { accountId: string; apiKey: string };
  };
  const account = { email: 'bench@example.com', password: 'a password of the bench', plan: 'team' };
  const { accountId, apiKey: key } = await asOperator('POST', '', account);
  await asOperator('PATCH', `/${accountId}`, { limits: { datasetItems: ITEMS, itemCharacters: 20_000 } });
  const base = `http://127.0.0.1:${port}/v1/eval-datasets`;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  let sets = 0;
  const made = async (): Promise<number> => {
    const body = JSON.stringify({ name: `Set ${(sets += 1)}` });
    return ((await (await fetch(base, { method: 'POST', headers, body })).json()) as { id: number }).id;
  };
  const mapping = encodeURIComponent(
    JSON.stringify({
      input: 'question',
      expectedOutput: 'answer',
      metadata: ['topic'],
      split: 'split',
      externalId: 'id',
    }),
  );
  console.log(`${ITEMS} items, ${ROUNDS} rounds each, the first of them cold`);
  let last = 0;
  for (const [name, [type]] of Object.entries(FILES)) {
    await measure(name, async () => {
      last = await made();
      const url = `${base}/${last}/items/import?mapping=${mapping}`;
      const sent = await send('POST', url, key, type, path.join(folder, name));
      const { added } = JSON.parse(sent.text) as { added: number };
      if (added !== ITEMS)
        throw new Error(`${added} of ${ITEMS} items were added: ${sent.status} ${sent.text.slice(0, 500)}`);
      return sent;
    });
  }
  await measure('the same again', () =>
    send(
      'POST',
      `${base}/${last}/items/import?mapping=${mapping}`,
      key,
      FILES.csv[0],
      path.join(folder, 'csv'),
    ),
  );
  await measure('pages of 200', async () => {
    const started = performance.now();
    let [cursor, bytes]: [string | null, number] = ['', 0];
    while (cursor !== null) {
      const url: string = `${base}/${last}/items?limit=200${cursor && `&cursor=${cursor}`}`;
      const text: string = await (await fetch(url, { headers })).text();
      bytes += text.length;
      cursor = (JSON.parse(text) as { nextCursor: string | null }).nextCursor;
    }
    return { status: 200, all: performance.now() - started, bytes };
  });
  for (const format of ['jsonl', 'parquet'])
    await measure(`${format}, download`, () => send('GET', `${base}/${last}/export?format=${format}`, key));
} finally {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
}
writeFigures(figures);
if (missed && process.argv.includes('--check')) process.exitCode = 1;
