// kill -9 under load, repeatedly: acknowledged records and spans are stored with their content, once, and charged. The writes of a killed
// process stay in the operating system, synced or not; power-cut.proof.test.ts of the log covers power cuts.
// TEST_KILLS sets the number of kills; each start is slow with an emulated engine, so the default is lower
// there.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { runChild } from '../support/child.ts';
import { freshFolder } from '../support/metadata.ts';
import {
  LOG_SERVICE_TOKEN,
  startLogService as start,
  type LogService,
} from '../support/start-log-service.ts';
import { emulated } from '../support/records-engine.ts';
import { sampleRecords } from '../support/sample-records.ts';
import { exportOf, inference } from '../support/sample-spans.ts';

const url = process.env['TRACEWELL_TEST_CLICKHOUSE_URL'];
const KILLS = Number(process.env['TEST_KILLS'] ?? (emulated ? 2 : 12));
/** At any point in the cycle of commits (milliseconds) and loads (a few hundred). */
const CYCLE_MS = 1_300;
/** A reader has what has arrived loaded. */
const READ_MS = 200;
/** Each client pauses between two batches: the log commits as often, and the load does not take every core. */
const PAUSE_MS = 5;
const CLIENTS = 4;
const BATCH = 25;
const SLOW_MS = 60_000 * (KILLS + 5);

/** A request, and the ids of the calls that it becomes. */
interface Sent {
  path: string;
  body: object;
  ids: string[];
}

const said = (id: string): string => `What was asked in ${id}`;

function jsonBatch(): Sent {
  const records = sampleRecords(BATCH).map((record) =>
    Object.assign(record, { requestMeta: { input: said(String(record['id'])) } }),
  );
  return { path: '/v1/ingest', body: { records }, ids: records.map(({ id }) => String(id)) };
}

function spanBatch(): Sent {
  const spans = Array.from({ length: BATCH }, () => {
    const span = inference();
    const value = { stringValue: JSON.stringify([{ role: 'user', content: said(span.spanId) }]) };
    return { ...span, attributes: [...span.attributes, { key: 'gen_ai.input.messages', value }] };
  });
  return {
    path: '/v1/traces',
    body: exportOf(spans),
    ids: spans.map(({ traceId, spanId }) => `${traceId}-${spanId}`),
  };
}

async function request(
  { port }: LogService,
  credential: string,
  method: string,
  place: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const reply = await fetch(`http://127.0.0.1:${port}${place}`, {
    method,
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await reply.json()) as Record<string, unknown>;
  if (reply.status !== 200) throw new Error(JSON.stringify(answer));
  return answer;
}

async function send(
  service: LogService,
  apiKey: string,
  { path: place, body, ids }: Sent,
  acknowledged: Set<string>,
): Promise<void> {
  const answer = await request(service, apiKey, 'POST', place, body);
  const isWhole = place === '/v1/ingest' ? answer['accepted'] === BATCH : !('partialSuccess' in answer);
  if (!isWhole) throw new Error(JSON.stringify(answer));
  for (const id of ids) acknowledged.add(id);
}

/** Sends until the connection breaks. A batch that was not acknowledged is sent again after the restart. */
async function client(
  service: LogService,
  apiKey: string,
  make: () => Sent,
  waiting: Sent[],
  acknowledged: Set<string>,
): Promise<void> {
  for (;;) {
    const batch = waiting.shift() ?? make();
    try {
      await send(service, apiKey, batch, acknowledged);
      await sleep(PAUSE_MS);
    } catch {
      waiting.push(batch);
      return;
    }
  }
}

/** Asks until the connection breaks. */
async function reader(service: LogService, apiKey: string): Promise<void> {
  const startTime = new Date(Date.now() - DAY_MS).toISOString();
  for (;;) {
    await sleep(READ_MS);
    const body = { groupBy: 'model', metric: 'count', startTime };
    try {
      await request(service, apiKey, 'POST', '/v1/query/aggregate', body);
    } catch {
      return;
    }
  }
}

async function consent(service: LogService, apiKey: string): Promise<void> {
  const { accountId } = await request(service, apiKey, 'GET', '/v1/account');
  const place = `/operator/accounts/${String(accountId)}/consents`;
  await request(service, LOG_SERVICE_TOKEN, 'PUT', place, { plaintextStorage: true });
}

interface Stored {
  ids: string[];
  /** The ids of calls with content. */
  contents: string[];
  hashes: number;
  summed: number;
}

/**
 * Reads the records of the folder once no service has it open. The engine allows one data directory per
 * process, and this test's worker may already have another one open, so a separate process reads them.
 */
async function storedIn(folder: string, database: string): Promise<Stored> {
  const child = runChild(
    `import './src/config/thread-pool.ts';
    import { openEngine } from './src/store/records/engine/engine.ts';
    const { config, options, drop } = JSON.parse(process.argv[1]);
    const engine = await openEngine(config, options);
    const idsIn = async (table) => (await engine.query('SELECT id FROM ' + table)).map(({ id }) => id);
    const [ids, contents] = [await idsIn('calls'), await idsIn('call_content')];
    const [sums] = await engine.query(
      'SELECT (SELECT count() FROM call_ids) AS ids, (SELECT sum(calls) FROM agg_15m) AS calls',
    );
    if (drop !== null) await engine.command('DROP DATABASE ' + drop);
    await engine.close();
    const stored = { ids, contents, hashes: Number(sums.ids), summed: Number(sums.calls) };
    process.stdout.write(JSON.stringify(stored));`,
    url === undefined
      ? { config: { kind: 'embedded', path: path.join(folder, 'records') }, options: {}, drop: null }
      : { config: { kind: 'server', url }, options: { database, readSeconds: 300 }, drop: database },
  );
  const { code, stdout, stderr } = await child.ended;
  if (code !== 0) throw new Error(`The stored records cannot be read: ${stderr}`);
  return JSON.parse(stdout) as Stored;
}

// One metadata engine is enough, because the log does not depend on it.
describe.runIf(inject('engine') === 'sqlite')('kill -9', () => {
  it(
    `${KILLS} times under load: nothing lost, nothing twice, usage as stored`,
    { timeout: SLOW_MS },
    async () => {
      const folder = path.join(freshFolder(), 'data');
      const database = `tracewell_kill_${randomBytes(6).toString('hex')}`;
      const acknowledged = new Set<string>();
      const waiting: Sent[] = [];
      let apiKey = '';
      for (let round = 0; round < KILLS; round += 1) {
        const service = await start(folder, database);
        onTestFinished(() => void service.child.kill('SIGKILL'));
        if (apiKey === '') {
          apiKey = service.apiKey ?? '';
          await consent(service, apiKey);
        }
        const before = acknowledged.size;
        const load = Array.from({ length: CLIENTS }, (_, at) =>
          client(service, apiKey, at % 2 === 0 ? jsonBatch : spanBatch, waiting, acknowledged),
        );
        load.push(reader(service, apiKey));
        while (acknowledged.size < before + BATCH * 8) await sleep(5);
        await sleep((round * CYCLE_MS) / KILLS);
        service.child.kill('SIGKILL');
        await Promise.all([once(service.child, 'exit'), ...load]);
      }
      // Records that were sent but not acknowledged may be stored. Sent again, each is a duplicate or new,
      // and is acknowledged now.
      const last = await start(folder, database);
      for (const batch of waiting.splice(0)) await send(last, apiKey, batch, acknowledged);
      const { usage } = (await request(last, apiKey, 'GET', '/v1/account')) as { usage: { records: number } };
      last.child.kill('SIGTERM');
      await once(last.child, 'exit');

      // A stop on a busy machine leaves a part of the log to the next start, and only the tables are read
      // here.
      let { ids, contents, hashes, summed } = await storedIn(folder, database);
      const mostStarts = url === undefined ? 5 : 0;
      for (let starts = 0; starts < mostStarts && ids.length < acknowledged.size; starts += 1) {
        const next = await start(folder, database);
        next.child.kill('SIGTERM');
        await once(next.child, 'exit');
        ({ ids, contents, hashes, summed } = await storedIn(folder, database));
      }
      const stored = new Set(ids);
      expect(ids).toHaveLength(stored.size);
      expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
      expect(contents).toHaveLength(stored.size);
      expect(new Set(contents)).toEqual(stored);
      expect([hashes, summed, usage.records]).toEqual([stored.size, stored.size, stored.size]);
      expect(stored.size).toBeGreaterThanOrEqual(KILLS * BATCH * 8);
    },
  );
});
