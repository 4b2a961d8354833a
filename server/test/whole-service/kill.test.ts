// kill -9 under load, repeatedly: acknowledged records are stored, once, and charged. The writes of a killed
// process stay in the operating system, synced or not; power-cut.test.ts of the log covers power cuts.
// TEST_KILLS sets the number of kills; each start is slow with an emulated engine, so the default is lower
// there.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { runChild } from '../support/child.ts';
import { freshFolder } from '../support/metadata.ts';
import { startLogService as start, type LogService } from '../support/start-log-service.ts';
import { emulated } from '../support/records-engine.ts';
import { sampleRecords } from '../support/sample-records.ts';

const url = process.env['TRACEWELL_TEST_CLICKHOUSE_URL'];
const KILLS = Number(process.env['TEST_KILLS'] ?? (emulated ? 2 : 12));
/** At any point in the cycle of commits (milliseconds) and loads (a second). */
const CYCLE_MS = 1_300;
/** Each client pauses between two batches: the log commits as often, and the load does not take every core. */
const PAUSE_MS = 5;
const CLIENTS = 4;
const BATCH = 25;
const SLOW_MS = 60_000 * (KILLS + 5);

async function send(
  { port }: LogService,
  apiKey: string,
  records: object[],
  acknowledged: Set<string>,
): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${port}/v1/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ records }),
  });
  const body = (await reply.json()) as { accepted?: number };
  if (reply.status !== 200 || body.accepted !== BATCH) throw new Error(JSON.stringify(body));
  for (const { id } of records as { id: string }[]) acknowledged.add(id);
}

/** Sends until the connection breaks. A batch that was not acknowledged is sent again after the restart. */
async function client(
  service: LogService,
  apiKey: string,
  waiting: object[][],
  acknowledged: Set<string>,
): Promise<void> {
  for (;;) {
    const records = waiting.shift() ?? sampleRecords(BATCH);
    try {
      await send(service, apiKey, records, acknowledged);
      await sleep(PAUSE_MS);
    } catch {
      waiting.push(records);
      return;
    }
  }
}

interface Stored {
  ids: string[];
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
    const rows = await engine.query('SELECT id FROM calls');
    const [sums] = await engine.query(
      'SELECT (SELECT count() FROM call_ids) AS ids, (SELECT sum(calls) FROM agg_15m) AS calls',
    );
    if (drop !== null) await engine.command('DROP DATABASE ' + drop);
    await engine.close();
    const stored = { ids: rows.map(({ id }) => id), hashes: Number(sums.ids), summed: Number(sums.calls) };
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
      const waiting: object[][] = [];
      let apiKey = '';
      for (let round = 0; round < KILLS; round += 1) {
        const service = await start(folder, database);
        apiKey ||= service.apiKey ?? '';
        const before = acknowledged.size;
        const load = Array.from({ length: CLIENTS }, () => client(service, apiKey, waiting, acknowledged));
        while (acknowledged.size < before + BATCH * 8) await sleep(5);
        await sleep((round * CYCLE_MS) / KILLS);
        service.child.kill('SIGKILL');
        await Promise.all([once(service.child, 'exit'), ...load]);
      }
      // Records that were sent but not acknowledged may be stored. Sent again, each is a duplicate or new,
      // and is acknowledged now.
      const last = await start(folder, database);
      for (const records of waiting.splice(0)) await send(last, apiKey, records, acknowledged);
      const reply = await fetch(`http://127.0.0.1:${last.port}/v1/account`, {
        headers: { authorization: `Bearer ${apiKey}` },
      });
      const { usage } = (await reply.json()) as { usage: { records: number } };
      last.child.kill('SIGTERM');
      await once(last.child, 'exit');

      // A stop on a busy machine leaves a part of the log to the next start, and only the tables are read
      // here.
      let { ids, hashes, summed } = await storedIn(folder, database);
      const mostStarts = url === undefined ? 5 : 0;
      for (let starts = 0; starts < mostStarts && ids.length < acknowledged.size; starts += 1) {
        const next = await start(folder, database);
        next.child.kill('SIGTERM');
        await once(next.child, 'exit');
        ({ ids, hashes, summed } = await storedIn(folder, database));
      }
      const stored = new Set(ids);
      expect(ids).toHaveLength(stored.size);
      expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
      expect([hashes, summed, usage.records]).toEqual([stored.size, stored.size, stored.size]);
      expect(stored.size).toBeGreaterThanOrEqual(KILLS * BATCH * 8);
    },
  );
});
