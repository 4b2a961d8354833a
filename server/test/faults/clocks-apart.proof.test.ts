// Three processes on one PostgreSQL whose machines disagree about the time: 5 seconds ahead, an hour ahead,
// an hour behind. Scheduled jobs run once per period, an alert fires once, no dollar is held twice, and a key
// expires when it should.
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { openApp, type App } from '#app';
import { job, type JobDefinition } from '#core/jobs/job';
import { makeAlertsJob } from '../../src/features/alerts/check.job.ts';
import { deliveryJob } from '../../src/services/notifications/delivery.job.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/clock';
import { makeTestApp, type Caller } from '#test/support/app';
import { ask, setBudget } from '#test/support/gate-app';
import { freshFolder } from '#test/support/metadata';
import { openReceiver } from '#test/support/receiver';
import { minutesUnderEmulation } from '#test/support/records-engine';
import { sampleRecord } from '#test/support/sample-records';
import { checkSharedClock } from '../../src/command/doctor/stores.ts';

const OFFSETS = [5 * SECOND_MS, HOUR_MS, -HOUR_MS];
const SLOW_MS = 120_000;

const ownClock = (offset: number) => ({ now: () => Date.now() + offset });

async function threeApps(jobs: readonly JobDefinition[]) {
  const warnings: unknown[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => warnings.push(JSON.parse(line)) });
  const [first = 0, ...others] = OFFSETS;
  const app = await makeTestApp({
    jobs,
    log,
    ownClock: ownClock(first),
    config: { outboundAllow: ['127.0.0.1/32'] },
  });
  const apps: App[] = [app];
  onTestFinished(async () => {
    for (const each of apps.toReversed()) await each.stop();
  });
  const { records } = app.services;
  for (const offset of others) {
    const config = { ...app.config, dataDir: freshFolder() };
    const other = await openApp(config, log, {
      records,
      jobs,
      ownClock: ownClock(offset),
      checkReplies: true,
    });
    apps.push(other);
    await other.http.ready();
    await other.services.feed.start();
  }
  const through = (at: number, apiKey: string): Caller => ({
    call: async (method, url, body, headers = {}) => {
      const there = apps[at % apps.length];
      if (!there) throw new Error('There is no such process.');
      return there.http.inject({
        method,
        url,
        headers: { host: 'localhost', authorization: `Bearer ${apiKey}`, ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      });
    },
  });
  return { app, apps, through, warnings };
}

describe.skipIf(inject('engine') === 'sqlite' || minutesUnderEmulation)('three clocks apart', () => {
  it(
    'each scheduled job runs once per period, and an alert fires and is sent once',
    async () => {
      const ran: number[] = [];
      const tick = job({
        name: 'tick',
        schedule: '* * * * * *',
        run: async (ctx) => {
          ran.push(Math.round(ctx.clock.now() / SECOND_MS));
        },
      });
      const { app, apps, warnings } = await threeApps([tick, makeAlertsJob(SLOW_MS), deliveryJob]);
      const account = await app.account();
      const receiver = await openReceiver();
      const rule = {
        name: 'Cost',
        alertType: 'cost_threshold',
        thresholdValue: 0.5,
        windowMinutes: 30,
        channelKinds: ['webhook'],
        channelTargets: { webhook: { url: receiver.url } },
      };
      expect((await account.call('POST', '/v1/alerts', rule)).statusCode).toBe(201);
      const records = [sampleRecord({ timestamp: new Date().toISOString(), costUsd: 1 })];
      expect((await account.call('POST', '/v1/ingest', { records })).statusCode).toBe(200);
      const { metadata } = app.services;
      const began = performance.now();
      for (const { worker } of apps) await worker.start();
      await metadata.transaction((db) =>
        db.updateTable('job_schedules').set({ next_run_at: 1 }).where('name', '=', 'alerts').execute(),
      );
      await expect.poll(() => ran.length > 3 && receiver.received.length > 0, { timeout: 60_000 }).toBe(true);
      // Time for anything that would run or be sent twice.
      await setTimeout(3 * SECOND_MS);
      for (const { worker } of apps) await worker.stop(SECOND_MS);
      const seconds = (performance.now() - began) / SECOND_MS;
      const names = (await metadata.reader.selectFrom('jobs').select('name').execute()).map(
        ({ name }) => name,
      );
      expect(ran.length).toBeLessThanOrEqual(seconds + 1);
      expect(names.filter((name) => name === 'tick').length).toBeLessThanOrEqual(seconds + 1);
      // If a new minute starts meanwhile, the job is due again.
      expect(names.filter((name) => name === 'alerts').length).toBeLessThanOrEqual(2 + seconds / 60);
      expect((await account.call('GET', '/v1/alerts/events')).json().events).toHaveLength(1);
      expect(receiver.received).toHaveLength(1);
      expect(warnings.filter((line) => 'offsetMs' in (line as object))).toHaveLength(3);
      const health = (await app.call('GET', '/v1/health')).json();
      // A measurement is less exact on a busy machine; the next clock is an hour away.
      expect(Math.abs(health.clockOffsetMs - 5 * SECOND_MS)).toBeLessThan(4 * SECOND_MS);
      const doctor = (offset: number) => checkSharedClock(app.config, ownClock(offset));
      expect(await doctor(-HOUR_MS)).toMatchObject([
        { status: 'warn', message: expect.stringContaining('s behind PostgreSQL') },
      ]);
      expect(await doctor(0)).toMatchObject([{ status: 'ok' }]);
    },
    SLOW_MS,
  );

  it(
    '60 holds of 1 USD on 20 USD: 20 are allowed; a key that expires in ten minutes works in every process',
    async () => {
      const { app, apps, through } = await threeApps([]);
      const account = await app.account();
      await setBudget(account, { limitUsd: 20 });
      for (const { services } of apps) await services.feed.look();
      const { apiKey } = await account.key(null, { expiresAt: Date.now() + 10 * MINUTE_MS });
      for (let at = 0; at < apps.length; at += 1)
        expect((await through(at, apiKey).call('GET', '/v1/gate/budgets')).statusCode).toBe(200);
      const answers = [];
      for (let round = 0; round < 4; round += 1)
        answers.push(
          ...(await Promise.all(
            Array.from({ length: 15 }, (_, at) =>
              ask(through(at, apiKey), { estimatedCostUsd: 1, holdSeconds: 60 }),
            ),
          )),
        );
      expect(answers.filter(({ decision }) => decision === 'allow')).toHaveLength(20);
    },
    SLOW_MS,
  );
});
