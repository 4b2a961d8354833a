// Everything that changes stored records, concurrently and during ingest, from two processes: at the end the
// sums match the records. TEST_SUMS_ROUNDS sets the duration (three repricings and one of each larger change
// per round), TEST_SUMS_SEED the records.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { openApp, type App } from '#app';
import type { RecordsConfig } from '#config';
import { DAY_MS, MINUTE_MS, SECOND_MS, isoTime, type Clock } from '#lib/clock';
import { listJobs } from '#core/jobs/job-queue';
import { MetadataLedger } from '#core/record-changes/usage-ledger';
import { selectUnpricedModels, wholeAccount, type UsageLedger } from '#records';
import { openEngine, type RecordsEngine } from '../../src/store/records/engine/engine.ts';
import { migrateRecords } from '../../src/store/records/migrations/migrate.ts';
import { createRecordsStore } from '../../src/store/records/create-records-store.ts';
import { openDirectWriter } from '../../src/store/records/writer/direct/open-direct.ts';
import { watchOf } from '../../src/features/ingest/duplicate-spans/duplicate-check.ts';
import {
  makeTestApp,
  OPERATOR_TOKEN,
  testConfig,
  type Caller,
  type TestAccount,
  type TestApp,
} from '../support/app.ts';
import { loggedRecords } from '../support/lazy-records.ts';
import { freshFolder } from '../support/metadata.ts';
import { minutesUnderEmulation, testEngines, testOptions } from '../support/records-engine.ts';
import { storeOfRun } from '../support/records-of-a-run.ts';
import { exportOf, inference, type SampleSpan } from '../support/sample-spans.ts';
import { sampleRecord } from '../support/sample-records.ts';

const ROUNDS = Number(process.env['TEST_SUMS_ROUNDS'] ?? 1);
const SEED = Number(process.env['TEST_SUMS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const FIRST_CALLS = 2_000;
const PRICES = '/v1/account/model-prices';

/** The time of the machine, advanced where a test has to wait for something. */
class MovedClock implements Clock {
  #moved = 0;
  now = (): number => Date.now() + this.#moved;
  advance(ms: number): void {
    this.#moved += ms;
  }
}

/** mulberry32 */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const SUMMED = [
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'cached_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
  'audio_tokens',
  'cost_usd',
  'cache_savings_usd',
  'latency_ms',
];
const rounded = SUMMED.map((name) => `round(sum(${name}), 6)`).join(', ');

/** Sums that do not match the records; a sum of nothing is the same as none. */
const APART = `
SELECT * FROM (
  SELECT toUnixTimestamp(toStartOfFifteenMinutes(timestamp)) AS quarter, project, toString(provider) AS by, toString(model) AS model,
    (count(), countIf(error != ''), ${rounded}, round(sumIf(ttft_ms, ttft_ms >= 0), 6), countIf(ttft_ms >= 0)) AS figures
  FROM calls WHERE account = {account: UInt32} AND eval_run = 0 GROUP BY ALL
) AS records FULL OUTER JOIN (
  SELECT toUnixTimestamp(bucket) AS quarter, project, toString(provider) AS by, toString(model) AS model,
    (sum(calls), sum(errors), ${rounded}, round(sum(ttft_sum_ms), 6), sum(ttft_calls)) AS figures
  FROM agg_15m WHERE account = {account: UInt32} GROUP BY ALL
) AS sums USING (quarter, project, by, model)
WHERE records.figures != sums.figures`;

/** Ids that are taken without a record, and records whose id is free. */
const LOOSE_IDS = `
SELECT
  (SELECT uniqExact(timestamp, id_hash) FROM call_ids WHERE account = {account: UInt32}) AS taken,
  (SELECT uniqExact(id) FROM (SELECT id FROM calls WHERE account = {account: UInt32}
    UNION ALL SELECT id FROM observations WHERE account = {account: UInt32})) AS stored,
  (SELECT count() FROM (SELECT id FROM calls WHERE account = {account: UInt32}
    UNION ALL SELECT id FROM observations WHERE account = {account: UInt32})) AS rows,
  (SELECT sum(records) FROM arrivals WHERE account = {account: UInt32}) AS arrived`;

/** As many processes as the stores allow. An in-process engine is shared by two, which only a test can do. */
const PROCESSES = inject('engine') === 'postgres' ? 2 : 1;

async function open(records: RecordsConfig) {
  const clock = new MovedClock();
  const engine = await openEngine(records, testOptions());
  await migrateRecords(engine);
  const config = await testConfig();
  const log = pino({ level: 'silent' });
  const logged = records.kind === 'embedded' ? await loggedRecords(engine, clock) : null;
  const apps: App[] = [];
  for (let at = 0; at < PROCESSES; at += 1) {
    const ledger = (): UsageLedger => {
      const metadata = apps[at]?.services.metadata;
      if (!metadata) throw new Error('The app is not open yet.');
      return new MetadataLedger(metadata, clock);
    };
    const lazy: UsageLedger = {
      hold: (accounts, turn, work) => ledger().hold(accounts, turn, work),
      used: (account) => ledger().used(account),
      unfinished: () => ledger().unfinished(),
      whileUnchanged: (account, work) => ledger().whileUnchanged(account, work),
    };
    const store =
      logged ?? createRecordsStore(engine, openDirectWriter(engine, lazy, clock, { answerMs: 200_000 }));
    const app =
      at === 0
        ? await makeTestApp({ config, clock, records: store })
        : await openApp({ ...config, dataDir: freshFolder() }, log, { records: store, clock });
    apps.push(app);
    await app.http.ready();
    await app.services.feed.start();
  }
  onTestFinished(async () => {
    for (const app of apps.toReversed()) await app.stop();
    await engine.command(`DROP DATABASE IF EXISTS ${engine.database} SYNC`);
    await engine.close();
  });
  const [app] = apps as [TestApp];
  return { clock, engine, app, apps };
}

const through = (app: App, { apiKey }: TestAccount): Caller => ({
  call: (method, url, body, headers = {}) =>
    app.http.inject({
      method: method as 'POST',
      url,
      headers: { host: 'localhost', authorization: `Bearer ${apiKey}`, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    }),
});

const engines = await testEngines();

describe.skipIf(minutesUnderEmulation).each(engines)('sums on the $name engine', ({ config }) => {
  it(
    `match the records after ${ROUNDS} rounds of all changes concurrently, seed ${SEED}`,
    { timeout: 60_000 + ROUNDS * 30_000 },
    async () => {
      const random = randomFrom(SEED);
      const { clock, engine, app, apps } = await open(config);
      const account = await app.account();
      const number = (await app.services.accounts.get(account.id))?.number ?? 0;
      const clients = apps.map((each) => through(each, account));
      const client = (): Caller => clients[random(clients.length)] ?? account;
      const did: Record<string, number> = {};
      const note = (what: string) => (did[what] = (did[what] ?? 0) + 1);

      /** With costs from the client, which stay. */
      const records = (count: number, tags = {}) =>
        Array.from({ length: count }, () =>
          sampleRecord({
            model: ['in-house-1', 'nobody-knows'][random(2)],
            timestamp: isoTime(clock.now() - random(20 * MINUTE_MS)),
            costUsd: random(100) / 16,
            error: random(8) === 0 ? 'timeout' : undefined,
            tags,
            requestMeta: { ttftMs: 1 + random(50), input: 'What?', output: 'That.' },
          }),
        );
      /** With computed costs. */
      const spans = (count: number, agoMs = 0) =>
        Array.from({ length: count }, () =>
          inference(
            {
              'gen_ai.request.model': `in-house-${random(3)}`,
              'gen_ai.usage.input_tokens': 1_000 * (1 + random(5)),
              'gen_ai.usage.cache_read.input_tokens': random(900),
              ...(random(8) === 0 ? { 'error.type': 'timeout' } : {}),
            },
            clock.now() - agoMs - random(20 * MINUTE_MS),
          ),
        );
      const send = async (path: string, body: object, headers = {}, who = client()) => {
        const reply = await who.call('POST', path, body, headers);
        note(`${path} ${reply.statusCode}`);
        return reply;
      };
      const traces = (of: SampleSpan[], who = client()) => send('/v1/traces', exportOf(of), {}, who);
      const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
      const operate = (method: string, url: string, body?: object) =>
        app.call(method, `/operator${url}`, body, operator);

      let stored = true;
      await operate('PUT', `/accounts/${account.id}/consents`, { plaintextStorage: stored });
      for (let at = 0; at < FIRST_CALLS; at += 200) await traces(spans(200, at === 0 ? 40 * DAY_MS : 0));

      /** How many rounds of each are still needed. */
      const wanted: number[] = [];
      const again = async (
        everyMs: number,
        work: () => Promise<unknown>,
        rounds = 3 * ROUNDS,
        most = Infinity,
      ) => {
        const at = wanted.push(rounds) - 1;
        for (let done = 0; done < most && wanted.some((left) => left > 0);) {
          if ((await work()) !== false) done += 1;
          wanted[at] = rounds - done;
          await pause(random(everyMs));
        }
      };
      // These rewrite whole tables, and everything else waits for them.
      const heavy = (work: () => Promise<unknown>) => again(2_000, work, ROUNDS, ROUNDS);
      const projects: string[] = [];
      await Promise.all([
        again(200, () => send('/v1/ingest', { records: records(1 + random(60)) })),
        again(200, async () => {
          const made = records(1 + random(6), { 'tracewell.eval_run': '3' });
          await storeOfRun(apps[random(apps.length)] ?? app, account.id, made);
        }),
        again(300, async () => {
          const project = projects[random(projects.length)];
          if (project === undefined) return false;
          return send('/v1/ingest', { records: records(10) }, { 'x-project-id': project });
        }),
        // Outer spans first, as calls; the inner ones turn them into observations.
        again(100, async () => {
          const outer = spans(30);
          const inner = outer.map((span) => ({
            ...span,
            spanId: randomBytes(8).toString('hex'),
            parentSpanId: span.spanId,
          }));
          const who = client();
          await traces(outer, who);
          await traces(inner, who);
          for (const { services } of apps) await watchOf(services).late.flush();
        }),
        again(100, async () => {
          const prices = [{ model: 'in-house-*', inputPerMTok: 1 + random(900), outputPerMTok: random(900) }];
          await account.call('PUT', PRICES, { prices });
          const [startTime, endTime] = [isoTime(clock.now() - 91 * DAY_MS), isoTime(clock.now() + MINUTE_MS)];
          const reply = await send(`${PRICES}/reprice`, { startTime, endTime, dryRun: false });
          return reply.statusCode === 200;
        }),
        heavy(async () => {
          await operate('PATCH', `/accounts/${account.id}`, { retentionDays: random(2) === 0 ? 30 : 90 });
          // 503 if it is not its turn: then it waits in the queue.
          note(`retention ${(await operate('POST', '/jobs/retention/run')).statusCode}`);
        }),
        heavy(async () => {
          const loaded = await send('/v1/sample-data', {});
          await client().call('DELETE', '/v1/sample-data');
          return loaded.statusCode === 201;
        }),
        again(500, async () => {
          const made = await account.call('POST', '/v1/projects', { name: `P${random(1e9)}` });
          if (made.statusCode === 201) projects.push(made.json().id);
          const [gone] = projects.length > 2 ? projects.splice(0, 1) : [];
          if (gone !== undefined) await account.call('DELETE', `/v1/projects/${gone}`);
        }),
        heavy(() => {
          stored = !stored;
          return operate('PUT', `/accounts/${account.id}/consents`, { plaintextStorage: stored });
        }),
        again(100, async () => {
          for (const { worker } of apps) await worker.round();
        }),
      ]);

      // Pending work ends: duplicates, removals, the second run of the retention.
      await account.call('DELETE', '/v1/sample-data');
      for (let round = 0; ; round += 1) {
        for (const { services, worker } of apps) {
          await watchOf(services).late.flush();
          await worker.round();
          await worker.settled();
        }
        const page = { after: null, limit: 500 };
        const queued = await listJobs(app.services.metadata.reader, page, { status: 'queued' });
        const due = queued.filter((job) => job.run_at < clock.now() + MINUTE_MS);
        if (round > 2 && due.length === 0) break;
        if (round > 100) throw new Error(JSON.stringify(due));
        clock.advance(2 * SECOND_MS);
      }
      clock.advance(11 * MINUTE_MS);
      expect((await operate('POST', '/jobs/retention/run')).statusCode).toBe(200);
      for (const { services } of apps)
        await services.records.ask(wholeAccount(number), selectUnpricedModels());

      const jobs = await listJobs(app.services.metadata.reader, { after: null, limit: 2_000 });
      for (const name of ['call-demotion', 'sample-data-removal', 'retention']) {
        expect([name, jobs.some((job) => job.name === name && job.status === 'done')]).toEqual([name, true]);
      }
      expect(jobs.filter(({ status }) => status === 'failed')).toEqual([]);
      expect(await app.services.metadata.reader.selectFrom('record_changes').selectAll().execute()).toEqual(
        [],
      );
      await expectEqualSums(engine, number);
      const [ids] = await engine.query<Record<string, string>>(LOOSE_IDS, { account: number });
      const usage = (await account.call('GET', '/v1/account')).json().usage.records;
      expect(ids).toEqual({
        taken: ids?.['stored'],
        stored: ids?.['rows'],
        rows: ids?.['rows'],
        arrived: String(usage),
      });
    },
  );
});

async function expectEqualSums(engine: RecordsEngine, account: number): Promise<void> {
  const [there] = await engine.query<{ calls: string }>(
    'SELECT count() AS calls FROM calls WHERE account = {account: UInt32}',
    { account },
  );
  expect(Number(there?.calls)).toBeGreaterThan(FIRST_CALLS / 2);
  expect(await engine.query(APART, { account })).toEqual([]);
}
