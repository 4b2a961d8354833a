// Makes a backup of the embedded stores while records arrive, restores it into another folder, and compares
// it with the source.
//   node proofs/backup.ts [seconds=45] [--writes=30]
// It sends requests of 100 records over four accounts; some records have content and some are spans. The
// backup must contain all records that were acknowledged before it began, each as it is in the source. Its
// views, usage and audit chain must agree with it. A record of it that is sent again must be a duplicate, and
// content must be readable with the key. The exit code is 1 if one of these does not hold.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { runChild } from '../server/test/support/child.ts';
import { makeBodies } from '../bench/ingest/bodies.ts';
import { EmbeddedService, type Account } from './lib/embedded-service.ts';
import { openLoop, show } from './lib/open-loop.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { writes: { type: 'string', default: '30' } },
});
const seconds = Number(positionals[0] ?? 45);
const ACCOUNTS = 4;
const SAMPLE = 120;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

const wrong: string[] = [];
const check = (what: string, holds: boolean): void => {
  if (!holds) wrong.push(what);
};

async function runCommand(command: string, target: string, dataDir: string): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [path.join(ROOT, 'server/src/command/main.ts'), command, target], {
    env: { ...process.env, TRACEWELL_DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`${command} ended with ${code}.`);
  return performance.now() - began;
}

interface Stored {
  /** A hash of the whole row, by account and id. */
  rows: Record<string, string>;
  count: number;
  /** Accounts in which a view differs from the records. */
  unequal: unknown[];
}

/** A process can have only one data directory open, so each is read in a separate process. */
async function storedIn(folder: string): Promise<Stored> {
  const { code, stdout, stderr } = await runChild(
    `import './src/config/thread-pool.ts';
    import { openEngine } from './src/store/records/engine/engine.ts';
    import { heldTables } from './test/support/half-tables.ts';
    const engine = await openEngine({ kind: 'embedded', path: JSON.parse(process.argv[1]) });
    const all = (table) => engine.query('SELECT account, id, toString(cityHash64(toString(tuple(*)))) AS hash FROM ' + table);
    const found = [...(await all('calls')), ...(await all('observations'))];
    const unequal = [];
    for (const account of new Set(found.map((row) => row.account))) {
      const held = await heldTables(engine, account);
      const { records, ids, indexed, arrived, calls, summed, cost, summedCost } = held;
      const equal = ids === records && indexed === ids && arrived === records && summed === calls;
      if (!equal || Math.abs(cost - summedCost) > 1e-6) unequal.push({ account, ...held });
    }
    await engine.close();
    const rows = Object.fromEntries(found.map(({ account, id, hash }) => [account + ' ' + id, hash]));
    process.stdout.write(JSON.stringify({ rows, count: found.length, unequal }));`,
    path.join(folder, 'records'),
  ).ended;
  if (code !== 0) throw new Error(`The records of ${folder} cannot be read: ${stderr}`);
  return JSON.parse(stdout) as Stored;
}

const root = mkdtempSync(path.join(tmpdir(), 'tracewell-backup-'));
const folders = {
  data: path.join(root, 'data'),
  backup: path.join(root, 'backup'),
  restored: path.join(root, 'restored'),
};
const running = new Set<EmbeddedService>();
const start = async (folder: string): Promise<EmbeddedService> => {
  const service = await EmbeddedService.start(folder, ROOT);
  running.add(service);
  return service;
};
const stop = async (service: EmbeddedService): Promise<void> => {
  running.delete(service);
  await service.stop();
};
const callOf = async (service: EmbeddedService, { apiKey }: Account, id: string) =>
  (await service.call('GET', `/v1/query/calls/${id}`, apiKey)).body;
const usageOf = async (service: EmbeddedService, { apiKey }: Account): Promise<number> => {
  const { body } = await service.call('GET', '/v1/account', apiKey);
  return (body['usage'] as { records: number }).records;
};

try {
  const source = await start(folders.data);
  const accounts: Account[] = [];
  for (let at = 0; at < ACCOUNTS; at += 1) accounts.push(await source.account(`a${at}`));
  const accountOf = (at: number): Account => accounts[at % ACCOUNTS] ?? { accountId: '', apiKey: '' };

  const kinds = [
    makeBodies('ingest', 1, false),
    makeBodies('ingest', 1, true),
    makeBodies('traces-json', 1, false),
  ];
  /** Acknowledged records by id, with the time of the acknowledgement. */
  const acknowledged = new Map<
    string,
    { account: Account; at: number; content: boolean; record: object | null }
  >();
  const write = async (at: number) => {
    const account = accountOf(at);
    const kind = at % 6 === 0 ? 2 : at % 5 === 0 ? 1 : 0;
    const bodies = kinds[kind];
    if (!bodies) throw new Error('Unknown kind of body.');
    const bytes = Buffer.from(bodies.next(0));
    const reply = await source.call('POST', bodies.path, account.apiKey, bytes);
    if (reply.status !== 200) return reply;
    const sent = JSON.parse(bytes.toString()) as {
      records?: { id: string }[];
      resourceSpans?: { scopeSpans: { spans: { traceId: string; spanId: string }[] }[] }[];
    };
    const spans = sent.resourceSpans?.[0]?.scopeSpans[0]?.spans ?? [];
    const time = performance.now();
    const note = (id: string, record: object | null) =>
      acknowledged.set(id, { account, at: time, content: kind === 1, record });
    for (const record of sent.records ?? []) note(record.id, record);
    for (const { traceId, spanId } of spans) note(`${traceId}-${spanId}`, null);
    return reply;
  };
  const backUp = async (): Promise<{ began: number; tookMs: number }> => {
    await sleep((seconds * 1_000) / 3);
    const began = performance.now();
    return { began, tookMs: await runCommand('backup', folders.backup, folders.data) };
  };
  const [writes, { began, tookMs }] = await Promise.all([
    openLoop({ rate: Number(values.writes), seconds }, write),
    backUp(),
  ]);
  while ((await source.waitingBytes()) > 0) await sleep(200);
  const before = [...acknowledged].filter(([, { at }]) => at < began);
  const everySo = Math.max(1, Math.floor(before.length / SAMPLE));
  const sample = before.filter(([, { record }], at) => record !== null && at % everySo === 0);
  const originals = new Map<string, unknown>();
  for (const [id, { account }] of sample) originals.set(id, await callOf(source, account, id));
  await stop(source);

  const restoreMs = await runCommand('restore', folders.backup, folders.restored);
  copyFileSync(path.join(folders.data, 'master.key'), path.join(folders.restored, 'master.key'));
  const [here, there] = [await storedIn(folders.data), await storedIn(folders.restored)];
  const idsOf = ({ rows }: Stored) =>
    new Set(Object.keys(rows).map((key) => key.slice(key.indexOf(' ') + 1)));
  const [idsHere, idsThere] = [idsOf(here), idsOf(there)];
  const lost = [...acknowledged.keys()].filter((id) => !idsHere.has(id)).length;
  const missing = before.filter(([id]) => !idsThere.has(id)).length;
  const changed = Object.entries(there.rows).filter(([key, hash]) => here.rows[key] !== hash).length;
  check(`${lost} lost in the source`, lost === 0);
  check(`${missing} from before the backup are not in it`, missing === 0);
  check(`${changed} rows differ`, changed === 0);
  for (const [name, stored] of [
    ['source', here],
    ['backup', there],
  ] as const) {
    check(`doubled in the ${name}`, stored.count === Object.keys(stored.rows).length);
    check(`views of the ${name}: ${JSON.stringify(stored.unequal)}`, stored.unequal.length === 0);
  }

  const restored = await start(folders.restored);
  let used = 0;
  for (const account of accounts) {
    used += await usageOf(restored, account);
    const { body } = await restored.call('GET', '/v1/audit/verify', account.apiKey);
    check('audit chain', body['valid'] === true);
  }
  check(`usage ${used} of ${there.count}`, used === there.count);
  const samples = { equal: 0, content: 0 };
  for (const [id, { account, content }] of sample) {
    const copy = await callOf(restored, account, id);
    if (isDeepStrictEqual(copy, originals.get(id))) samples.equal += 1;
    if (content && JSON.stringify(copy).includes('"input":"')) samples.content += 1;
  }
  check(`${samples.equal} of ${sample.length} sampled calls equal`, samples.equal === sample.length);
  const contents = sample.filter(([, { content }]) => content).length;
  check(`content of ${samples.content} of ${contents}`, samples.content === contents && contents > 0);
  const again = before.find(([, { record }]) => record !== null);
  if (again) {
    const [, { account, record }] = again;
    const usedBefore = await usageOf(restored, account);
    const reply = await restored.call('POST', '/v1/ingest', account.apiKey, { records: [record] });
    check('sent again', reply.status === 200 && (await usageOf(restored, account)) === usedBefore);
  }
  await stop(restored);

  console.log(
    `${wrong.length === 0 ? 'ok    ' : 'WRONG '}${acknowledged.size} acknowledged, ${before.length} of them before the backup, ${there.count} in it; ` +
      `backup ${(tookMs / 1_000).toFixed(1)} s, restore ${(restoreMs / 1_000).toFixed(1)} s; ${samples.equal} of ${sample.length} sampled calls equal, ${samples.content} with content; load ${loadavg()[0]?.toFixed(1)}`,
  );
  for (const what of wrong) console.log(`      ${what}`);
  show('writes', writes);
} finally {
  for (const { child } of running) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
}
process.exitCode = wrong.length === 0 ? 0 : 1;
