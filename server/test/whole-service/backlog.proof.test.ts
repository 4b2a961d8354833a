// A start and a stop with many records in the log that the engine does not have yet: neither waits for all of
// them, and nothing is lost or counted twice.
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { freshFolder } from '../support/metadata.ts';
import { minutesUnderEmulation } from '../support/records-engine.ts';
import { sampleRecords } from '../support/sample-records.ts';
import { startLogService, type LogService } from '../support/start-log-service.ts';

const SEGMENTS = 100;
const BATCH = 20;
/** The duration of one load; all loads together would take minutes. */
const LOAD_MS = 1_500;

// One metadata engine is enough, because the log does not depend on it.
describe.runIf(inject('engine') === 'sqlite' && !minutesUnderEmulation)('a backlog', () => {
  it(
    'is loaded in the background after a start, and not awaited by a stop',
    { timeout: 120_000 },
    async () => {
      const folder = path.join(freshFolder(), 'data');
      const database = `tracewell_backlog_${randomBytes(6).toString('hex')}`;
      const services: LogService[] = [];
      onTestFinished(() => services.forEach(({ child }) => child.kill('SIGKILL')));
      let apiKey = '';
      const begin = async (loadMs: number): Promise<LogService> => {
        const made = await startLogService(folder, database, { loadMs, maxRows: BATCH, patienceMs: 1_500 });
        apiKey ||= made.apiKey ?? '';
        services.push(made);
        return made;
      };
      const call = async ({ port }: LogService, to: string, body?: object) => {
        const reply = await fetch(`http://127.0.0.1:${port}${to}`, {
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
          ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
        });
        return { status: reply.status, headers: reply.headers, body: (await reply.json()) as never };
      };
      const waiting = () =>
        readdirSync(path.join(folder, 'log')).filter((file) => file.endsWith('.frames')).length;

      const held = await begin(1_000_000);
      const batches = Array.from({ length: SEGMENTS }, () => sampleRecords(BATCH));
      for (const records of batches) expect((await call(held, '/v1/ingest', { records })).status).toBe(200);
      held.child.kill('SIGKILL');
      await once(held.child, 'exit');
      expect(waiting()).toBe(SEGMENTS);

      const second = await begin(LOAD_MS);
      expect(await call(second, '/v1/health')).toMatchObject({
        status: 200,
        body: { status: 'starting', checks: { records: 'behind' } },
      });
      // In the last segment, which is the last to be loaded.
      expect(
        await call(second, '/v1/ingest', { records: [batches.at(-1)![0]!, ...sampleRecords(1)] }),
      ).toMatchObject({
        status: 200,
        body: { accepted: 2 },
      });
      // Neither the start nor the write has waited for all of them.
      expect(waiting()).toBeGreaterThan(1);
      const account = await call(second, '/v1/account');
      expect(account.body).toMatchObject({ usage: { records: SEGMENTS * BATCH + 1 } });
      const early = await call(second, '/v1/query/calls', { limit: 1 });
      expect([early.status, early.headers.get('retry-after'), early.body]).toMatchObject([
        503,
        '2',
        { reason: 'records_behind' },
      ]);
      second.child.kill('SIGTERM');
      const [code] = (await once(second.child, 'exit')) as [number];
      // A stop that takes too long is given up, with another code.
      expect([code, waiting() > 0]).toEqual([0, true]);

      const third = await begin(0);
      const health = async () => ((await call(third, '/v1/health')).body as { status: string }).status;
      await expect.poll(health, { timeout: 60_000, interval: 100 }).toBe('ok');
      const counted = await call(third, '/v1/query/aggregate', { groupBy: 'provider', metric: 'cost' });
      expect(counted.body).toMatchObject({ total: { count: SEGMENTS * BATCH + 1 } });
      await call(third, '/v1/ingest', { records: batches.flat().slice(-100) });
      expect((await call(third, '/v1/account')).body).toMatchObject({
        usage: { records: SEGMENTS * BATCH + 1 },
      });
      third.child.kill('SIGTERM');
      await once(third.child, 'exit');
      expect(waiting()).toBe(0);
    },
  );
});
