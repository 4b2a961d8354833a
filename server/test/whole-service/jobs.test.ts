// The queue, the schedule and the worker on a real store, with a fake clock and without a loop: the tests
// call each round. To simulate a process that dies, its job is taken in its name and never finished.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import type { Services } from '#core/context';
import { Postponed, job, type Enqueue, type JobDefinition } from '#core/jobs/job';
import { countJobs, enqueue, enqueueAll, finishJob, listJobs, selectDue } from '#core/jobs/job-queue';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/clock';
import { Worker } from '#jobs';
import { Metadata } from '#metadata/open';
import { eventually } from '#test/support/eventually';
import { makeTestApp, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { takeDue } from '#test/support/take-due';

const LEASE_MS = 30 * SECOND_MS;

const START = Date.UTC(2026, 5, 15, 12);
const clock = new FakeClock(START);
let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({ clock, jobs: [] });
});
afterAll(() => app.stop());
beforeEach(async () => {
  clock.set(START);
  await app.services.metadata.transaction(async (db) => {
    await db.deleteFrom('jobs').execute();
    await db.deleteFrom('job_schedules').execute();
  });
});

const worker = (jobs: JobDefinition[], services: Services = app.services): Worker => {
  const made = new Worker(jobs);
  made.attach(services);
  return made;
};

const add = (order: Enqueue) => app.services.metadata.transaction((db) => enqueue(db, clock, order));

const only = async () => {
  const [row, ...others] = await listJobs(app.services.metadata.reader, { after: null, limit: 10 });
  expect(others).toEqual([]);
  if (!row) throw new Error('There is no job.');
  return row;
};

/** Runs one round, and waits until its jobs have ended. */
async function run(...workers: Worker[]): Promise<void> {
  await Promise.all(workers.map((each) => each.round()));
  await Promise.all(workers.map((each) => each.settled()));
}

const silent = (name: string, extra: Partial<JobDefinition> = {}): JobDefinition & { runs: unknown[] } => {
  const runs: unknown[] = [];
  return {
    name,
    run: async (_ctx, payload) => {
      runs.push(payload);
    },
    ...extra,
    runs,
  };
};

const failing = (name: string, extra: Partial<JobDefinition> = {}) =>
  job({
    name,
    run: async () => {
      throw new Error('the mail server said no');
    },
    ...extra,
  });

describe('a job', () => {
  it('runs with its payload, once, and is recorded with its time and duration', async () => {
    const mail = silent('mail', {
      run: async (_ctx, payload) => {
        mail.runs.push(payload);
        clock.advance(1_234);
      },
    });
    const hand = worker([mail]);
    await add({ name: 'mail', payload: { to: 'Zoë', list: [1, null] } });
    await run(hand);
    await run(hand);
    expect(mail.runs).toEqual([{ to: 'Zoë', list: [1, null] }]);
    const now = clock.now();
    expect(await only()).toMatchObject({
      name: 'mail',
      status: 'done',
      attempt: 1,
      error: null,
      locked_by: null,
      started_at: now - 1_234,
      finished_at: now,
      duration_ms: 1_234,
    });
  });

  it('waits until it is due', async () => {
    const later = silent('later');
    const hand = worker([later]);
    await add({ name: 'later', runAt: clock.now() + HOUR_MS });
    await run(hand);
    clock.advance(HOUR_MS - 1);
    await run(hand);
    expect(later.runs).toHaveLength(0);
    clock.advance(1);
    await run(hand);
    expect(later.runs).toHaveLength(1);
  });

  it('runs in the order of due times', async () => {
    const order: unknown[] = [];
    const one = worker([
      job<number>({
        name: 'step',
        run: async (_ctx, payload) => {
          order.push(payload);
        },
      }),
    ]);
    for (const [payload, delay] of [
      [3, 30],
      [1, 10],
      [2, 20],
    ] as const) {
      await add({ name: 'step', payload, runAt: clock.now() + delay });
    }
    clock.advance(100);
    await run(one);
    expect(order).toEqual([1, 2, 3]);
  });

  it('with an unknown name is left for processes that know it', async () => {
    const known = silent('known');
    await add({ name: 'of-a-newer-version' });
    await add({ name: 'known' });
    await run(worker([known]));
    expect(known.runs).toHaveLength(1);
    expect(await countJobs(app.services.metadata.reader)).toEqual({
      queued: 1,
      running: 0,
      done: 1,
      failed: 0,
    });
    await run(worker([]));
    const newer = silent('of-a-newer-version');
    await run(worker([newer]));
    expect(newer.runs).toHaveLength(1);
  });

  it('that mostly waits has its own slots: it does not block others, and others do not block it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const begun: string[] = [];
    const waiting = (name: string, extra: Partial<JobDefinition> = {}) =>
      job({
        name,
        run: async () => {
          begun.push(name);
          await promise;
        },
        ...extra,
      });
    const hand = worker([waiting('send', { atOnce: 6 }), waiting('work')]);
    for (let made = 0; made < 8; made += 1) await add({ name: 'send' });
    for (let made = 0; made < 6; made += 1) await add({ name: 'work' });
    await hand.round();
    await hand.round();
    const count = (name: string) => begun.filter((each) => each === name).length;
    expect([count('send'), count('work')]).toEqual([6, 4]);
    resolve();
    await hand.settled();
    await run(hand);
    expect([count('send'), count('work')]).toEqual([8, 6]);
  });

  it('is not added if the change that caused it is rolled back', async () => {
    await app.services.metadata
      .transaction(async (db) => {
        await enqueue(db, clock, { name: 'never' });
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(await listJobs(app.services.metadata.reader, { after: null, limit: 1 })).toEqual([]);
  });
});

describe('a job that fails', () => {
  it('is retried with growing delays, and finally stays failed with its error', async () => {
    const hand = worker([failing('mail', { maxAttempts: 4, firstRetryMs: 10_000, maxRetryMs: 25_000 })]);
    await add({ name: 'mail', uniqueKey: 'one' });
    for (const [attempt, wait] of [
      [1, 10_000],
      [2, 20_000],
      [3, 25_000],
    ] as const) {
      await run(hand);
      const row = await only();
      expect(row).toMatchObject({
        status: 'queued',
        attempt,
        error: 'the mail server said no',
        unique_key: 'one',
      });
      const delay = row.run_at - clock.now();
      expect(delay).toBeGreaterThanOrEqual(wait * 0.8);
      expect(delay).toBeLessThanOrEqual(wait * 1.2);
      clock.set(row.run_at - 1);
      await run(hand);
      expect((await only()).attempt).toBe(attempt);
      clock.advance(1);
    }
    await run(hand);
    expect(await only()).toMatchObject({
      status: 'failed',
      attempt: 4,
      max_attempts: 4,
      error: 'the mail server said no',
      unique_key: null,
      locked_by: null,
      finished_at: clock.now(),
    });
    clock.advance(DAY_MS);
    await run(hand);
    expect((await only()).attempt).toBe(4);
  });

  it('is tried as often as its entry says, or else as the job says, or else five times', async () => {
    const hand = worker([failing('own', { maxAttempts: 2 }), failing('usual')]);
    await add({ name: 'own' });
    await add({ name: 'own', maxAttempts: 1 });
    await add({ name: 'usual' });
    for (let round = 0; round < 8; round += 1) {
      await run(hand);
      clock.advance(2 * HOUR_MS);
    }
    const rows = await listJobs(app.services.metadata.reader, { after: null, limit: 10 });
    expect(rows.map((row) => [row.name, row.status, row.attempt]).toReversed()).toEqual([
      ['own', 'failed', 2],
      ['own', 'failed', 1],
      ['usual', 'failed', 5],
    ]);
  });

  it('that is postponed runs again after its delay, keeps its key, and has all its attempts', async () => {
    let busy = 3;
    const runs: number[] = [];
    const waits = job({
      name: 'waits',
      maxAttempts: 1,
      run: async () => {
        runs.push(clock.now() - START);
        busy -= 1;
        if (busy >= 0) throw new Postponed('busy', 'Another one is running.', 2 * SECOND_MS);
      },
    });
    const hand = worker([waits]);
    const seen = new Set<string>();
    await add({ name: 'waits', uniqueKey: 'one' });
    for (let second = 0; second < 8; second += 1) {
      await run(hand);
      const { status, attempt, unique_key } = await only();
      seen.add(`${status} ${attempt} ${unique_key}`);
      clock.advance(SECOND_MS);
    }
    expect([...seen]).toEqual(['queued 0 one', 'done 1 null']);
    expect(runs).toEqual([0, 2_000, 4_000, 6_000]);
    expect(await only()).toMatchObject({ status: 'done', attempt: 1, error: null, unique_key: null });
  });

  it('can succeed later, and then has no error', async () => {
    let times = 0;
    const hand = worker([
      job({
        name: 'shaky',
        firstRetryMs: 1_000,
        run: async () => {
          times += 1;
          if (times < 3) throw new Error('not yet');
        },
      }),
    ]);
    await add({ name: 'shaky' });
    for (let round = 0; round < 3; round += 1) {
      await run(hand);
      clock.advance(MINUTE_MS);
    }
    expect(await only()).toMatchObject({ status: 'done', attempt: 3, error: null });
  });

  it('keeps a bounded error, whatever is thrown', async () => {
    const hand = worker([
      job<string>({
        name: 'odd',
        maxAttempts: 1,
        run: async (_ctx, payload) => {
          // oxlint-disable-next-line typescript/only-throw-error -- what a library may do
          throw payload === 'long' ? new Error('x'.repeat(100_000)) : payload;
        },
      }),
    ]);
    await add({ name: 'odd', payload: 'long' });
    await add({ name: 'odd', payload: 'just text' });
    await run(hand);
    const [text, long] = await listJobs(app.services.metadata.reader, { after: null, limit: 2 });
    expect(text?.error).toBe('just text');
    expect(long?.error).toHaveLength(2_000);
  });

  it('does not affect other jobs, even if it throws before it begins', async () => {
    const fine = silent('fine');
    const broken: JobDefinition = {
      name: 'broken',
      run: () => {
        throw new Error('at once');
      },
    };
    await add({ name: 'broken' });
    await add({ name: 'fine' });
    await run(worker([broken, fine]));
    expect(fine.runs).toHaveLength(1);
  });

  it('that takes too long is aborted and retried', async () => {
    let told: unknown = null;
    const hand = worker([
      job({
        name: 'slow',
        timeoutMs: 20,
        run: (_ctx, _payload, signal) =>
          new Promise(() => {
            signal.addEventListener('abort', () => (told = signal.reason));
          }),
      }),
    ]);
    await add({ name: 'slow' });
    await run(hand);
    expect(String(told)).toContain('took longer');
    expect(await only()).toMatchObject({ status: 'queued', attempt: 1 });
    expect((await only()).error).toContain('took longer');
  });
});

describe('a lease', () => {
  it('that is lost aborts the job: its new owner runs it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const began = Promise.withResolvers<AbortSignal>();
    const hand = worker([
      job({
        name: 'long',
        run: (_ctx, _payload, signal) => {
          began.resolve(signal);
          return new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
          });
        },
      }),
    ]);
    await add({ name: 'long' });
    await hand.round();
    const signal = await began.promise;
    vi.advanceTimersByTime(10 * SECOND_MS);
    await eventually(async () => expect((await only()).locked_until).toBe(clock.now() + LEASE_MS));
    expect(signal.aborted).toBe(false);
    const theirs = { locked_by: 'another process', attempt: 2 };
    await app.services.metadata.transaction((db) => db.updateTable('jobs').set(theirs).execute());
    vi.advanceTimersByTime(10 * SECOND_MS);
    await eventually(() => expect(String(signal.reason)).toContain('The lease was lost'));
    await hand.settled();
    expect(await only()).toMatchObject({ status: 'running', ...theirs });
  });
});

describe('unique keys', () => {
  it('allow one to wait or run at a time, and another one afterwards', async () => {
    const orders: (number | null)[] = [];
    const hand = worker([
      job({
        name: 'report',
        run: async () => {
          orders.push(await add({ name: 'report', uniqueKey: 'r' }));
          orders.push(await add({ name: 'held', uniqueKey: 'other' }));
        },
      }),
    ]);
    expect(await add({ name: 'report', uniqueKey: 'r' })).not.toBeNull();
    expect(await add({ name: 'report', uniqueKey: 'r' })).toBeNull();
    expect(await add({ name: 'held', uniqueKey: 'other' })).not.toBeNull();
    await run(hand);
    expect(orders).toEqual([null, null]);
    expect(await add({ name: 'report', uniqueKey: 'r' })).not.toBeNull();
  });

  it('hold with concurrent additions', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => add({ name: 'x', uniqueKey: 'same' })));
    expect(made.filter((id) => id !== null)).toHaveLength(1);
  });
});

describe('several workers', () => {
  /** Each has its own connections where the engine allows them in one process. */
  async function crew(size: number, jobs: JobDefinition[]): Promise<Worker[]> {
    return Promise.all(
      Array.from({ length: size }, async () => {
        if (inject('engine') === 'sqlite') return worker(jobs);
        const metadata = await Metadata.open(app.config.metadata);
        onTestFinished(() => metadata.close());
        return worker(jobs, { ...app.services, metadata });
      }),
    );
  }

  it('run each of 200 jobs once', async () => {
    const counted = silent('count');
    const workers = await crew(3, [counted]);
    await app.services.metadata.transaction(async (db) => {
      for (let payload = 0; payload < 200; payload += 1) await enqueue(db, clock, { name: 'count', payload });
    });
    while (counted.runs.length < 200) await run(...workers);
    await run(...workers);
    expect(counted.runs.toSorted((left, right) => Number(left) - Number(right))).toEqual(
      Array.from({ length: 200 }, (_, at) => at),
    );
    expect(await countJobs(app.services.metadata.reader)).toMatchObject({ queued: 0, running: 0, done: 200 });
  });

  it('turn a due time into one job', async () => {
    const hourly = silent('hourly', { schedule: '0 * * * *' });
    const workers = await crew(3, [hourly]);
    for (const each of workers) await each.start();
    await Promise.all(workers.map((each) => each.stop(100)));
    const again = await crew(3, [hourly]);
    clock.advance(HOUR_MS);
    await run(...again);
    await run(...again);
    expect(hourly.runs).toHaveLength(1);
  });
});

describe('turns', () => {
  const of = (accountId: string, at: number): Enqueue => ({ name: 'step', payload: { accountId, at } });
  const addAll = (orders: Enqueue[]) =>
    app.services.metadata.transaction((db) => enqueueAll(db, clock, orders));

  it('take turns between accounts; jobs of the service each count as an account, and an account keeps its order', async () => {
    const begun: string[] = [];
    const note = (name: string) =>
      job<{ accountId?: string; at?: number } | null>({
        name,
        run: async (_ctx, payload) => {
          begun.push(payload?.accountId ? `${payload.accountId} ${payload.at}` : name);
        },
      });
    await addAll([1, 2, 3, 4].map((at) => of('acc_many', at)));
    await addAll([of('acc_few', 1), { name: 'own' }]);
    const hand = worker([note('step'), note('own')]);
    for (let round = 0; round < 2; round += 1) await run(hand);
    expect(begun).toEqual(['acc_many 1', 'acc_few 1', 'own', 'acc_many 2', 'acc_many 3', 'acc_many 4']);
  });

  it('a text in a payload does not name an account', async () => {
    await addAll([{ name: 'step', payload: { email: '"accountId":"acc_other"', accountId: 'acc_own' } }]);
    const [due] = await selectDue(app.services.metadata.reader, clock.now(), { run_at: 0, id: 0 }, 10);
    expect(due).toMatchObject({ name: 'step', accountId: 'acc_own' });
  });

  it('reach all jobs of an account that has more than are kept in memory', async () => {
    const step = silent('step', { atOnce: 200 });
    await addAll(Array.from({ length: 1_300 }, (_, at) => of('acc_many', at)));
    const hand = worker([step]);
    for (let round = 0; round < 9; round += 1) await run(hand);
    expect(new Set(step.runs.map((payload) => (payload as { at: number }).at)).size).toBe(1_300);
  });

  it('miss no job that becomes visible late: seconds later, or with the next full read', async () => {
    const step = silent('step');
    const hand = worker([step]);
    await run(hand);
    const late = async (ms: number) => {
      const id = await add(of('acc_late', ms));
      await app.services.metadata.transaction((db) =>
        db
          .updateTable('jobs')
          .set({ run_at: clock.now() - ms })
          .where('id', '=', id)
          .execute(),
      );
    };
    await late(1_500);
    await run(hand);
    expect(step.runs).toHaveLength(1);
    await late(5_000);
    await run(hand);
    expect(step.runs).toHaveLength(1);
    const later = performance.now() + 10 * SECOND_MS;
    vi.spyOn(performance, 'now').mockImplementation(() => later);
    onTestFinished(() => void vi.restoreAllMocks());
    await run(hand);
    expect(step.runs).toHaveLength(2);
  });
});

describe('a process that died', () => {
  const dead = (name: string, maxAttempts = 5) =>
    takeDue(app.services.metadata, clock, {
      worker: 'dead',
      leaseMs: LEASE_MS,
      attempts: new Map([[name, maxAttempts]]),
    });

  it('loses its job to another when its lease has expired, and not before', async () => {
    const mail = silent('mail');
    await add({ name: 'mail', uniqueKey: 'k' });
    await dead('mail');
    await run(worker([mail]));
    clock.advance(LEASE_MS - 1);
    await run(worker([mail]));
    expect(mail.runs).toHaveLength(0);
    expect(await only()).toMatchObject({ status: 'running', locked_by: 'dead' });
    clock.advance(1);
    await run(worker([mail]));
    expect(mail.runs).toHaveLength(1);
    expect(await only()).toMatchObject({ status: 'done', attempt: 2 });
  });

  it('cannot finish a job that another has taken over', async () => {
    await add({ name: 'mail' });
    const row = await dead('mail');
    if (!row) throw new Error('no job');
    clock.advance(LEASE_MS);
    const { promise, resolve } = Promise.withResolvers<void>();
    const other = worker([job({ name: 'mail', run: () => promise })]);
    await other.round();
    await finishJob(app.services.metadata, clock, row, { status: 'done' });
    expect(await only()).toMatchObject({ status: 'running', attempt: 2 });
    resolve();
    await other.settled();
    expect((await only()).status).toBe('done');
  });

  it('that dies in every attempt makes the job fail, with a reason', async () => {
    const mail = silent('mail');
    await add({ name: 'mail', uniqueKey: 'k' });
    await dead('mail', 2);
    clock.advance(LEASE_MS);
    await worker([]).round();
    await dead('mail', 2);
    clock.advance(LEASE_MS);
    await run(worker([mail]));
    expect(mail.runs).toHaveLength(0);
    expect(await only()).toMatchObject({ status: 'failed', attempt: 2, unique_key: null });
    expect((await only()).error).toContain('ended before it was done');
  });
});

describe('schedules', () => {
  const daily = () => silent('daily', { schedule: '30 2 * * *' });
  const started = async (definition: JobDefinition) => {
    const hand = worker([definition]);
    await hand.start();
    await hand.stop(0);
    // Stopped workers take nothing: another worker on the same store does the rest.
    return worker([definition]);
  };

  it('catch up once after missed runs', async () => {
    const definition = daily();
    const hand = await started(definition);
    clock.advance(10 * DAY_MS);
    await run(hand);
    await run(hand);
    expect(definition.runs).toHaveLength(1);
    clock.advance(DAY_MS);
    await run(hand);
    expect(definition.runs).toHaveLength(2);
  });

  it('keep their due time over a restart, and get a new one with a new expression', async () => {
    const definition = daily();
    await started(definition);
    clock.advance(DAY_MS);
    const hand = await started(definition);
    await run(hand);
    expect(definition.runs).toHaveLength(1);
    const changed = silent('daily', { schedule: '0 13 * * *' });
    const after = await started(changed);
    await run(after);
    expect(changed.runs).toHaveLength(0);
    clock.advance(HOUR_MS);
    await run(after);
    expect(changed.runs).toHaveLength(1);
  });

  it('are not changed by a process that is slightly behind the one that advanced them', async () => {
    const minutely = silent('minutely', { schedule: '* * * * *' });
    const ahead = worker([minutely]);
    const behind = worker([minutely], { ...app.services, clock: { now: () => clock.now() - 5 } });
    await ahead.start();
    await ahead.stop(0);
    clock.set(START + MINUTE_MS);
    await run(worker([minutely]));
    for (let round = 0; round < 3; round += 1) await run(behind, worker([minutely]));
    expect(minutely.runs).toHaveLength(1);
  });

  it('continue when the clock is set back a month, and when it is set forward', async () => {
    const definition = daily();
    const hand = await started(definition);
    clock.advance(-30 * DAY_MS);
    await run(hand);
    expect(definition.runs).toHaveLength(0);
    clock.advance(DAY_MS);
    await run(hand);
    expect(definition.runs).toHaveLength(1);
    clock.advance(400 * DAY_MS);
    await run(hand);
    expect(definition.runs).toHaveLength(2);
  });

  it('do not accumulate while a run is late', async () => {
    const definition = failing('daily', {
      schedule: '30 2 * * *',
      maxAttempts: 9,
      firstRetryMs: 20 * DAY_MS,
      maxRetryMs: 20 * DAY_MS,
    });
    const hand = await started(definition);
    for (let day = 0; day < 5; day += 1) {
      clock.advance(DAY_MS);
      await run(hand);
    }
    expect((await only()).status).toBe('queued');
  });

  it('queue no run while a job has nothing to do, and ask it once each time', async () => {
    let [asked, hasWork] = [0, false];
    const minutely = silent('minutely', {
      schedule: '* * * * *',
      hasWork: () => {
        asked += 1;
        return hasWork;
      },
    });
    const hand = await started(minutely);
    clock.advance(MINUTE_MS);
    for (let round = 0; round < 3; round += 1) await run(hand);
    expect(asked).toBe(1);
    expect(await countJobs(app.services.metadata.reader)).toMatchObject({ queued: 0, done: 0 });
    hasWork = true;
    await run(hand);
    expect(minutely.runs).toHaveLength(0);
    clock.advance(MINUTE_MS);
    for (let round = 0; round < 3; round += 1) await run(hand);
    expect(minutely.runs).toHaveLength(1);
    expect(asked).toBe(2);
  });

  it('queue a run if a job cannot find out whether it has work', async () => {
    const minutely = silent('minutely', {
      schedule: '* * * * *',
      hasWork: () => Promise.reject(new Error('no answer')),
    });
    const hand = await started(minutely);
    clock.advance(MINUTE_MS);
    await run(hand);
    expect(minutely.runs).toHaveLength(1);
  });

  it('of another version are not touched', async () => {
    const [mine, newer] = [daily(), silent('newer', { schedule: '* * * * *' })];
    await started(newer);
    const hand = await started(mine);
    clock.advance(DAY_MS);
    await run(hand);
    expect((await only()).name).toBe('daily');
    await run(worker([newer]));
    expect(newer.runs).toHaveLength(1);
  });
});

describe('a clock that is changed', () => {
  /** Simulates the time after which the worker looks for dead leases again. */
  function passRealTime(): void {
    const from = performance.now() + MINUTE_MS;
    vi.spyOn(performance, 'now').mockImplementation(() => from);
    onTestFinished(() => void vi.restoreAllMocks());
  }

  for (const jump of [-HOUR_MS, HOUR_MS]) {
    it(`by ${jump / HOUR_MS} h runs no running job twice`, async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      let runs = 0;
      const hand = worker([
        job({
          name: 'long',
          run: () => {
            runs += 1;
            return promise;
          },
        }),
      ]);
      await add({ name: 'long' });
      await hand.round();
      clock.advance(jump);
      passRealTime();
      await hand.round();
      expect([runs, (await only()).status]).toEqual([1, 'running']);
      resolve();
      await hand.settled();
      expect(await only()).toMatchObject({ status: 'done', attempt: 1 });
      expect((await only()).duration_ms).toBeGreaterThanOrEqual(0);
    });
  }

  it('back by an hour delays neither new jobs, nor retries, nor the jobs of dead processes', async () => {
    const mail = silent('mail');
    await add({ name: 'mail', payload: 'new' });
    await add({ name: 'mail', payload: 'dead' });
    await takeDue(app.services.metadata, clock, {
      worker: 'dead',
      leaseMs: LEASE_MS,
      attempts: new Map([['mail', 5]]),
    });
    await add({ name: 'retry', runAt: clock.now() - 1 });
    clock.advance(MINUTE_MS);
    await run(worker([failing('retry', { firstRetryMs: 10_000 })]));
    clock.advance(-HOUR_MS - MINUTE_MS);
    await run(worker([mail]));
    expect(mail.runs.toSorted()).toEqual(['dead', 'new']);
    const retry = silent('retry');
    await run(worker([retry]));
    expect(retry.runs).toHaveLength(0);
    clock.advance(12_000);
    await run(worker([retry]));
    expect(retry.runs).toHaveLength(1);
  });

  it('back keeps a delay as long as requested', async () => {
    const later = silent('later');
    await add({ name: 'later', runAt: clock.now() + 10 * MINUTE_MS });
    clock.advance(-DAY_MS);
    await run(worker([later]));
    clock.advance(10 * MINUTE_MS - 1);
    await run(worker([later]));
    expect(later.runs).toHaveLength(0);
    clock.advance(1);
    await run(worker([later]));
    expect(later.runs).toHaveLength(1);
  });
});

describe('stopping', () => {
  it('waits for jobs that are nearly done', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const hand = worker([job({ name: 'short', run: () => promise })]);
    await add({ name: 'short' });
    await hand.round();
    const stopped = hand.stop(5_000);
    resolve();
    await stopped;
    expect((await only()).status).toBe('done');
  });

  it('tells running jobs to stop, and puts them back as if they had not been taken', async () => {
    const hand = worker([
      job({
        name: 'long',
        maxAttempts: 1,
        run: (_ctx, _payload, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(new Error('interrupted')));
          }),
      }),
    ]);
    await add({ name: 'long', uniqueKey: 'k' });
    await hand.round();
    await hand.stop(5_000);
    expect(await only()).toMatchObject({
      status: 'queued',
      attempt: 0,
      error: null,
      unique_key: 'k',
      run_at: clock.now(),
    });
    const long = silent('long');
    await run(worker([long]));
    expect([long.runs.length, (await only()).status]).toEqual([1, 'done']);
  });

  it('gives up on jobs that do not stop, which another takes over by their lease', async () => {
    const hand = worker([job({ name: 'deaf', run: () => new Promise(() => undefined) })]);
    await add({ name: 'deaf' });
    await hand.round();
    await hand.stop(10);
    expect((await only()).status).toBe('running');
    clock.advance(LEASE_MS);
    const deaf = silent('deaf');
    await run(worker([deaf]));
    expect(deaf.runs).toHaveLength(1);
  });

  it('takes nothing new', async () => {
    const mail = silent('mail');
    const hand = worker([mail]);
    await hand.stop(0);
    await add({ name: 'mail' });
    await run(hand);
    expect(mail.runs).toHaveLength(0);
  });
});

describe('an unavailable store', () => {
  it('loses no job: if an outcome cannot be written, the job is retried after the lease', async () => {
    let away = false;
    const { metadata } = app.services;
    const shaky = {
      kind: metadata.kind,
      version: () => metadata.version(),
      get reader() {
        if (away) throw new Error('away');
        return metadata.reader;
      },
      transaction: (work: never) => (away ? Promise.reject(new Error('away')) : metadata.transaction(work)),
    } as unknown as Metadata;
    let runs = 0;
    const definition = job({
      name: 'mail',
      run: async () => {
        runs += 1;
        away = runs === 1;
      },
    });
    const hand = worker([definition], { ...app.services, metadata: shaky });
    await add({ name: 'mail' });
    await hand.round().catch(() => undefined);
    await hand.settled();
    expect((await only()).status).toBe('running');
    await expect(hand.round()).rejects.toThrow('away');
    away = false;
    clock.advance(LEASE_MS);
    const later = performance.now() + MINUTE_MS;
    vi.spyOn(performance, 'now').mockImplementation(() => later);
    onTestFinished(() => void vi.restoreAllMocks());
    await run(hand);
    expect([runs, (await only()).status, (await only()).attempt]).toEqual([2, 'done', 2]);
  });

  it('shows in the health of the loop after a minute, and only if there is a loop', async () => {
    const idle = worker([]);
    expect(idle.healthy()).toBe(true);
    const hand = worker([]);
    await hand.start();
    expect(hand.healthy()).toBe(true);
    const later = performance.now() + 61_000;
    vi.spyOn(performance, 'now').mockImplementation(() => later);
    onTestFinished(() => void vi.restoreAllMocks());
    expect([hand.healthy(), idle.healthy()]).toEqual([false, true]);
    await hand.stop(0);
  });
});

describe('the view of jobs', () => {
  it('lists by name and status, newest first, page by page', async () => {
    const hand = worker([silent('a'), failing('b', { maxAttempts: 1 })]);
    for (const name of ['a', 'b', 'a', 'c', 'b']) await add({ name });
    await run(hand);
    await run(hand);
    const { reader } = app.services.metadata;
    const names = async (filter: { name?: string; status?: string }) =>
      (await listJobs(reader, { after: null, limit: 10 }, filter)).map((row) => row.name);
    expect(await names({})).toEqual(['b', 'c', 'a', 'b', 'a']);
    expect(await names({ name: 'a' })).toEqual(['a', 'a']);
    expect(await names({ status: 'failed' })).toEqual(['b', 'b']);
    expect(await names({ status: 'queued' })).toEqual(['c']);
    const [first, second] = await listJobs(reader, { after: null, limit: 2 });
    const rest = await listJobs(reader, { after: second?.id ?? null, limit: 10 });
    expect(rest).toHaveLength(3);
    expect(first?.id).toBeGreaterThan(second?.id ?? 0);
    expect(await countJobs(reader)).toEqual({ queued: 1, running: 0, done: 2, failed: 2 });
  });

  it('shows a running job without the end of an earlier attempt', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await add({ name: 'twice' });
    await run(worker([failing('twice', { firstRetryMs: 1_000 })]));
    clock.advance(MINUTE_MS);
    const hand = worker([job({ name: 'twice', run: () => promise })]);
    await hand.round();
    expect(await only()).toMatchObject({
      status: 'running',
      finished_at: null,
      duration_ms: null,
      started_at: clock.now(),
    });
    resolve();
    await hand.settled();
  });

  it('404: running a job that does not exist', async () => {
    const hand = worker([failing('b')]);
    await expect(hand.runNow('nothing')).rejects.toMatchObject({ status: 404 });
    await expect(hand.runNow('b')).rejects.toThrow('the mail server said no');
    expect(await only()).toMatchObject({
      name: 'b',
      status: 'failed',
      error: 'the mail server said no',
      attempt: 1,
    });
    expect(hand.names()).toEqual(['b']);
  });
});
