// One account fills the queues of the judge, the generator and the job loop; another account queues a little.
// The wait of the second account is measured in turns and requests, not in time.
import type { Kysely, KyselyPlugin } from 'kysely';
import { pino } from 'pino';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '#config';
import { job, type Enqueue, type JobDefinition } from '#core/jobs/job';
import { enqueueAll } from '#core/jobs/job-queue';
import { evalRunJob } from '../../src/features/eval-runs/execute/run.job.ts';
import { generate, type LlmContext } from '#services/models';
import { judge } from '#services/scores';
import { Worker } from '#jobs';
import { systemClock } from '#lib/clock';
import { Limiter } from '#lib/limiter';
import type { Reader } from '#metadata';
import { Metadata } from '#metadata/open';
import { openTestApp, OPERATOR_TOKEN, type TestAccount, type TestApp } from '#test/support/app';
import { eventually } from '#test/support/eventually';
import { startFakeProvider, type FakeRequest } from '#test/support/fake-provider/index';
import { KeptRecords } from '#test/support/kept-records';
import { sampleRecord } from '#test/support/sample-records';
import { DueJobs } from '../../src/jobs/due-jobs.ts';

const QUEUED = 10_000;
/** The limit of the lane that most jobs share. */
const PLACES = 4;

const ordersOf = (accountId: string, count: number): Enqueue[] =>
  Array.from({ length: count }, () => ({ name: 'step', payload: { at: 1, accountId } }));

async function queued(app: TestApp): Promise<void> {
  await app.services.metadata.transaction((db) =>
    enqueueAll(db, app.services.clock, [...ordersOf('acc_attacker', QUEUED), ...ordersOf('acc_victim', 1)]),
  );
}

/** Records which jobs started; those of the attacker end when `ends` resolves. */
function step(begun: string[], ends: Promise<void> = Promise.resolve()): JobDefinition {
  return job<{ accountId: string }>({
    name: 'step',
    run: async (_ctx, { accountId }) => {
      begun.push(accountId);
      if (accountId === 'acc_attacker') await ends;
    },
  });
}

describe('ten thousand jobs of one account', () => {
  it('delay the job of another account by one turn', async () => {
    const app = await openTestApp({ jobs: [] });
    await queued(app);
    const begun: string[] = [];
    const hand = new Worker([step(begun)]);
    hand.attach(app.services);
    await hand.round();
    await hand.settled();
    expect(begun.indexOf('acc_victim')).toBe(1);
  });

  it('that never end leave a slot for another account in each process', async () => {
    const app = await openTestApp({ jobs: [] });
    await queued(app);
    const ends = Promise.withResolvers<void>();
    const hands = await Promise.all(
      [1, 2].map(async () => {
        const begun: string[] = [];
        const hand = new Worker([step(begun, ends.promise)]);
        // SQLite allows one process; with PostgreSQL each process has its own connections.
        const metadata =
          inject('engine') === 'sqlite' ? app.services.metadata : await Metadata.open(app.config.metadata);
        if (metadata !== app.services.metadata) onTestFinished(() => metadata.close());
        hand.attach({ ...app.services, metadata });
        return { hand, begun };
      }),
    );
    for (let round = 0; round < 3; round += 1) await Promise.all(hands.map(({ hand }) => hand.round()));
    await app.services.metadata.transaction((db) =>
      enqueueAll(db, app.services.clock, ordersOf('acc_third', 2)),
    );
    await Promise.all(hands.map(({ hand }) => hand.round()));
    const all = hands.flatMap(({ begun }) => begun);
    expect(all.filter((account) => account === 'acc_attacker')).toHaveLength(2 * (PLACES - 1));
    expect(all.filter((account) => account === 'acc_victim')).toHaveLength(1);
    expect(all.filter((account) => account === 'acc_third')).toHaveLength(2);
    ends.resolve();
    for (const { hand } of hands) await hand.settled();
  });

  it('are read once, not again for every job that is taken', async () => {
    const app = await openTestApp({ jobs: [] });
    await queued(app);
    const { reader } = app.services.metadata;
    let rows = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        rows += result.rows.length;
        return result;
      },
    };
    const due = new DueJobs([{ attempts: new Map([['step', 5]]), atOnce: PLACES }]);
    const now = app.services.clock.now();
    const db = (reader as unknown as Kysely<never>).withPlugin(counting) as unknown as Reader;
    await due.read(db, now + 1);
    expect(rows).toBe(QUEUED + 1);
    for (let second = 3; second < 10; second += 1) await due.read(db, now + second * 1_000);
    // Jobs that were queued in the last two seconds are read once more.
    expect(rows).toBeLessThanOrEqual(2 * (QUEUED + 1));
    const before = rows;
    for (let second = 10; second < 20; second += 1) await due.read(db, now + second * 1_000);
    expect(rows).toBe(before);
  });
});

describe('calls of a model', () => {
  const AT_ONCE = 2;
  const MANY = 60;
  const content = { input: 'What is the capital of France?', output: 'Paris.' };
  const criterion = {
    name: 'Helpfulness',
    rubric: 'Does the output help?',
    scaleMin: 1,
    scaleMax: 5,
    scoreType: 'numeric',
  } as const;

  it.each(['judge', 'generator'] as const)(
    'of the %s: accounts take turns, however many requests one of them has queued',
    async (role) => {
      const app = await openTestApp({ jobs: [] });
      const gate = Promise.withResolvers<void>();
      const vendor = await startFakeProvider({
        answer: async () => {
          await gate.promise;
          return { reasoning: 'Fine.', score: 4 };
        },
      });
      const config = { ...readConfig({}), ...vendor.settings({ concurrency: AT_ONCE }) };
      const contextOf = async ({ id }: TestAccount): Promise<LlmContext> => {
        const account = await app.services.accounts.get(id);
        if (!account) throw new Error('There is no such account.');
        const { metadata, state, watch, sealer } = app.services;
        return {
          config,
          clock: systemClock,
          log: pino({ level: 'silent' }),
          metadata,
          state,
          watch,
          account,
          sealer,
        };
      };
      const ask = async (account: TestAccount, name: string): Promise<boolean> => {
        const ctx = await contextOf(account);
        const { ok } =
          role === 'judge'
            ? await judge(ctx, { criterion, content: { ...content, input: name } })
            : await generate(ctx, { messages: [{ role: 'user', content: name }] });
        return ok;
      };
      const attacker = await app.account();
      const victim = await app.account();
      const flood = Array.from({ length: MANY }, () => ask(attacker, 'ATTACKER'));
      await eventually(() => expect(vendor.requests).toHaveLength(AT_ONCE));
      const queued = vi.spyOn(Limiter.prototype, 'take');
      onTestFinished(() => queued.mockRestore());
      const asked = ask(victim, 'VICTIM');
      // Its request is queued before the first slot becomes free.
      await eventually(() => expect(queued.mock.calls.map(([key]) => key)).toContain(victim.id));
      gate.resolve();
      expect(await asked).toBe(true);
      expect(new Set(await Promise.all(flood))).toEqual(new Set([true]));
      const place = vendor.requests.findIndex(({ last }) => last.includes('VICTIM'));
      expect(place).toBeGreaterThanOrEqual(AT_ONCE);
      expect(place).toBeLessThanOrEqual(AT_ONCE + 1);
      expect(vendor.requests).toHaveLength(MANY + 1);
    },
  );
});

describe('evaluation runs', () => {
  const CALLS = 12;
  const RUNS = 20;

  it('twenty runs of one account do not block the run of another account', { timeout: 60_000 }, async () => {
    const vendor = await startFakeProvider({ delayMs: 5 });
    const kept = new KeptRecords();
    const app = await openTestApp({
      config: vendor.settings({ concurrency: 4 }),
      records: kept.records,
      jobs: [evalRunJob],
    });
    const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    const accountWith = async (name: string): Promise<TestAccount> => {
      const account = await app.account({ plan: 'pro' });
      const consent = `/operator/accounts/${account.id}/consents`;
      await app.call('PUT', consent, { plaintextStorage: true }, operator);
      const records = Array.from({ length: CALLS }, (_, at) =>
        sampleRecord({ id: `${name}-${at}`, requestMeta: { input: name, output: 'Paris.' } }),
      );
      expect((await account.call('POST', '/v1/ingest', { records })).json()).toMatchObject({
        accepted: CALLS,
      });
      return account;
    };
    const start = async (account: TestAccount, name: string): Promise<number> => {
      const body = { name, recentCount: CALLS, criterionIds: [1] };
      const made = await account.call('POST', '/v1/eval-runs', body);
      expect(made.statusCode).toBe(201);
      return made.json().summary.id;
    };
    const attacker = await accountWith('ATTACKER');
    const victim = await accountWith('VICTIM');
    for (let run = 0; run < RUNS; run += 1) await start(attacker, `run ${run}`);
    const run = await start(victim, 'nightly');
    await app.worker.start();
    await eventually(async () => {
      const { run: now } = (await victim.call('GET', `/v1/eval-runs/${run}`)).json();
      expect(now).toMatchObject({ status: 'completed', scoredCount: CALLS });
    });
    const of =
      (name: string) =>
      ({ last }: FakeRequest) =>
        last.includes(name);
    expect(vendor.requests.filter(of('VICTIM'))).toHaveLength(CALLS);
    const last = vendor.requests.findLastIndex(of('VICTIM'));
    // Accounts take turns: one request of the attacker for each of the victim, and some while the victim's wait
    // for the store. In order of arrival, all of the attacker’s requests would come first.
    expect(vendor.requests.slice(0, last).filter(of('ATTACKER')).length).toBeLessThan((RUNS * CALLS) / 2);
  });
});
