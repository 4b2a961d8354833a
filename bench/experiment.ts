// An experiment of 1,000 items x 3 variants against a model that answers at once, scored by two rules: seconds,
// answers per second, CPU, memory that the service needs more, the longest time without progress, and how long
// the results and the leaderboard take. The model is a separate process; the records are not stored.
//   node bench/experiment.ts [items=1000] [variants=3] [--check]
// With `--check` the exit code is 1 above 60 s, above 256 MB more memory, or after 2 s without progress.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { openApp } from '../server/src/app.ts';
import { readConfig } from '../server/src/config/index.ts';
import { fakeRecords } from '../server/test/support/fake-records.ts';
import { writeFigures } from './lib/figures.ts';

const [ITEMS = 1_000, VARIANTS = 3] = process.argv
  .slice(2)
  .filter((arg) => !arg.startsWith('--'))
  .map(Number);
const MUST = { seconds: 60, moreMb: 256, stillMs: 2_000 };
const OPERATOR_TOKEN = 'operator-token-of-the-measurement';

const MODEL = `
import { startScriptedModel } from ${JSON.stringify(new URL('../server/test/support/scripted-model.ts', import.meta.url).href)};
const model = await startScriptedModel(({ system, last }) => (system.length % 2 ? 'Yes: ' : 'No: ') + last);
console.log(model.url);`;
const child = spawn(process.execPath, ['--input-type=module', '-e', MODEL], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [printed] = (await once(child.stdout, 'data')) as [Buffer];
const modelUrl = String(printed).trim();

const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-bench-'));
const config = {
  ...readConfig({
    TRACEWELL_DATA_DIR: folder,
    PORT: '0',
    TRACEWELL_OPERATOR_TOKEN: OPERATOR_TOKEN,
    TRACEWELL_OUTBOUND_ALLOW: '127.0.0.1/32',
    ...(process.env['TRACEWELL_POSTGRES_URL']
      ? { TRACEWELL_POSTGRES_URL: process.env['TRACEWELL_POSTGRES_URL'] }
      : {}),
  }),
  grpc: null,
};
const records = fakeRecords({
  kind: 'server',
  usage: async () => 0,
  write: async ({ records: all }) => ({ status: 'stored', stored: all.length, duplicates: 0 }),
  close: async () => undefined,
});
const app = await openApp(config, pino({ level: 'error' }), { records });
const megabytes = () => process.memoryUsage.rss() / 1_048_576;

try {
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  await app.worker.start();
  const { port } = app.http.server.address() as AddressInfo;
  const call = async (token: string, method: string, url: string, body?: unknown) => {
    const reply = await fetch(`http://127.0.0.1:${port}${url}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${text}`);
    return JSON.parse(text);
  };
  const account = { email: 'bench@example.com', password: 'a password of the bench', plan: 'team' };
  const { accountId, apiKey } = await call(OPERATOR_TOKEN, 'POST', '/operator/accounts', account);
  const limits = { limits: { datasetItems: ITEMS, itemCharacters: 20_000 } };
  await call(OPERATOR_TOKEN, 'PATCH', `/operator/accounts/${accountId}`, limits);
  const ask = (method: string, url: string, body?: unknown) => call(apiKey, method, url, body);
  const { id: datasetId } = await ask('POST', '/v1/eval-datasets', { name: 'Set' });
  const items = Array.from({ length: ITEMS }, (_, at) => ({
    input: `Question ${at}: ${'the order was sent to another address. '.repeat(20)}`,
    expectedOutput: 'Yes',
  }));
  for (let at = 0; at < items.length; at += 500)
    await ask('POST', `/v1/eval-datasets/${datasetId}/items/batch`, { items: items.slice(at, at + 500) });
  const criterionIds: number[] = [];
  for (const [name, rubric] of [
    ['Says yes', 'Yes'],
    ['Names the order', 'order'],
  ]) {
    const rule = { name, rubric, type: 'contains', scaleMin: 0, scaleMax: 1, scoreType: 'boolean' };
    const { criteria } = await ask('POST', '/v1/eval-criteria', rule);
    criterionIds.push(criteria.find((each: { name: string }) => each.name === name).id);
  }
  const connection = { name: 'Instant', provider: 'openai-compatible', baseUrl: modelUrl, test: false };
  const { id: connectionId } = await ask('POST', '/v1/model-connections', {
    ...connection,
    defaultModel: 'gpt-4o-mini',
    dayBudgetUsd: 100,
  });
  const variants = Array.from({ length: VARIANTS }, (_, at) => ({
    name: `Variant ${at}`,
    connectionId,
    messages: [
      { role: 'system', content: `Be brief${'!'.repeat(at)}` },
      { role: 'user', content: '{{input}}' },
    ],
  }));
  const order = { name: 'Bench', datasetId, variants, criterionIds, concurrency: 16, limitUsd: 100 };
  const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const from = performance.now();
    return [await work(), performance.now() - from];
  };
  const [, estimateMs] = await timed(() => ask('POST', '/v1/experiments/estimate', order));
  const [{ id }, createMs] = await timed(() => ask('POST', '/v1/experiments', order));

  const before = megabytes();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, megabytes())), 20);
  const cpu = process.cpuUsage();
  const started = performance.now();
  await ask('POST', `/v1/experiments/${id}/start`);
  let [done, moved, stillMs] = [0, started, 0];
  for (;;) {
    const now = await ask('GET', `/v1/experiments/${id}`);
    const at = performance.now();
    stillMs = Math.max(stillMs, at - moved);
    if (now.doneCount + now.failedCount > done) [done, moved] = [now.doneCount + now.failedCount, at];
    if (now.status === 'done') break;
    if (now.status !== 'queued' && now.status !== 'running') throw new Error(JSON.stringify(now));
    await sleep(250);
  }
  const seconds = (performance.now() - started) / 1_000;
  clearInterval(watch);
  const { user, system } = process.cpuUsage(cpu);
  const [, pageMs] = await timed(() =>
    ask('GET', `/v1/experiments/${id}/results?limit=200&sortBy=disagreement`),
  );
  const [board, boardMs] = await timed(() => ask('GET', `/v1/experiments/${id}/leaderboard`));
  const cells = ITEMS * VARIANTS;
  if (done !== cells) throw new Error(`${done} of ${cells} cells have an outcome.`);
  const moreMb = peak - before;
  console.log(`${ITEMS} items x ${VARIANTS} variants, 16 at once, two rules, winner ${board.winner}`);
  console.log(
    `${seconds.toFixed(1)} s, ${(cells / seconds).toFixed(0)} answers/s, ${((user + system) / 1e6).toFixed(1)} CPU-s, ` +
      `${moreMb.toFixed(0)} MB more memory, ${(stillMs / 1_000).toFixed(1)} s without progress at most`,
  );
  console.log(
    `estimate ${estimateMs.toFixed(0)} ms, creation ${createMs.toFixed(0)} ms, ` +
      `200 results ${pageMs.toFixed(0)} ms, leaderboard ${boardMs.toFixed(0)} ms`,
  );
  writeFigures({
    'experiment.seconds': seconds,
    'experiment.perSecond': cells / seconds,
    'experiment.moreMb': moreMb,
    'experiment.stillMs': stillMs,
    'experiment.pageMs': pageMs,
    'experiment.leaderboardMs': boardMs,
  });
  const missed = seconds > MUST.seconds || moreMb > MUST.moreMb || stillMs > MUST.stillMs;
  if (missed && process.argv.includes('--check')) process.exitCode = 1;
} finally {
  await app.stop();
  child.kill();
  rmSync(folder, { recursive: true, force: true });
}
