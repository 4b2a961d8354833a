// The loop that runs background jobs: takes due jobs, renews their leases, retries with back-off, and starts
// scheduled jobs. Any number of processes may share one store; each job still runs once at a time.
import { randomUUID } from 'node:crypto';
import { backoffMs } from '#lib/backoff';
import { withTimeout } from '#lib/with-timeout';
import { SECOND_MS } from '#lib/clock';
import { AppError, notFound } from '#lib/app-error';
import type { JobRunner, Origin, Services, SystemContext } from '#core/context';
import { JOB_DEFAULTS, Postponed, type JobDefinition } from '#core/jobs/job';
import {
  accountOf,
  beginJob,
  finishJob,
  nextDue,
  renewLease,
  reviveJobs,
  takeJob,
  type JobRow,
  type JobOutcome,
} from '#core/jobs/job-queue';
import { DueJobs, type JobLane } from './due-jobs.ts';
import { enqueueDue, registerSchedules, scheduledOnly } from './schedule.ts';

const LOOK_EVERY_MS = SECOND_MS;
const LEASE_MS = 30 * SECOND_MS;
const RENEW_EVERY_MS = 10 * SECOND_MS;
const REVIVE_EVERY_MS = 10 * SECOND_MS;
const AT_ONCE = 4;
const STALE_MS = 60 * SECOND_MS;
/** A round runs at least this often. */
const ROUND_AT_LEAST_MS = 10 * SECOND_MS;

const STOPPING = new Error('The service is stopping.');

const JOB_ORIGIN: Origin = {
  requestId: 'job',
  ip: null,
  userAgent: null,
  host: '',
  sessionToken: null,
  auditActions: [],
};

/** The result of a run, which is already written. */
interface Ended {
  failure: { error: unknown } | null;
  outcome: 'done' | 'failed' | 'retried' | 'postponed' | 'put_back';
}

/** The state after the last round. */
interface Left {
  /** Version of the store. */
  version: number | null;
  at: number;
  roundAt: number;
  nextDue: number;
}

interface Running {
  name: string;
  accountId: string | null;
  done: Promise<Ended>;
  abort: AbortController;
}

function lanesOf(jobs: readonly JobDefinition[]): JobLane[] {
  const attempts = (those: readonly JobDefinition[]): JobLane['attempts'] =>
    new Map(those.map((job) => [job.name, job.maxAttempts ?? JOB_DEFAULTS.maxAttempts]));
  const own = jobs.flatMap((job) =>
    job.atOnce === undefined ? [] : [{ attempts: attempts([job]), atOnce: job.atOnce }],
  );
  const shared = jobs.filter((job) => job.atOnce === undefined);
  return [{ attempts: attempts(shared), atOnce: AT_ONCE }, ...own];
}

export class Worker implements JobRunner {
  readonly #jobs: ReadonlyMap<string, JobDefinition>;
  readonly #lanes: readonly JobLane[];
  readonly #name = `${process.pid}-${randomUUID().slice(0, 8)}`;
  readonly #due: DueJobs;
  readonly #running = new Map<number, Running>();
  /** Scheduled jobs that have nothing to do, and until when. */
  readonly #restUntil = new Map<string, number>();
  #services: Services | null = null;
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> | null = null;
  #lastRound = 0;
  #lastRevival = 0;
  #left: Left | null = null;
  #stopped = false;
  #gaveUp = false;

  constructor(jobs: readonly JobDefinition[]) {
    this.#jobs = new Map(jobs.map((job) => [job.name, job]));
    this.#lanes = lanesOf(jobs);
    this.#due = new DueJobs(this.#lanes);
  }

  names(): string[] {
    return [...this.#jobs.keys()].toSorted();
  }

  running(): number {
    return this.#running.size;
  }

  /** A process that only serves requests has no loop and is healthy without one. */
  healthy(): boolean {
    return this.#timer === null || performance.now() - this.#lastRound < STALE_MS;
  }

  attach(services: Services): void {
    this.#services = services;
  }

  /** The first round starts a moment later, so that overdue jobs do not delay the first requests. */
  async start(): Promise<void> {
    const { metadata, clock } = this.#attached();
    await registerSchedules(metadata, clock, scheduledOnly(this.#jobs.values()));
    this.#lastRound = performance.now();
    this.#timer = setInterval(() => {
      if (this.#isQuiet()) this.#lastRound = performance.now();
      else this.#look();
    }, LOOK_EVERY_MS);
  }

  /**
   * Takes no new jobs, asks running ones to stop, and waits for them. A job that stops is put back at once
   * without losing an attempt. A job that does not stop runs again after its lease expires.
   */
  async stop(patienceMs: number): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#round;
    for (const { abort } of this.#running.values()) abort.abort(STOPPING);
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, patienceMs);
    await Promise.race([Promise.allSettled([...this.#running.values()].map((run) => run.done)), late]);
    clearTimeout(timer);
    this.#gaveUp = true;
  }

  async runNow(name: string): Promise<void> {
    const definition = this.#jobs.get(name);
    if (!definition) throw notFound('Job');
    const { metadata, clock } = this.#attached();
    const row = await beginJob(metadata, clock, name, this.#name, LEASE_MS);
    const { failure } = await this.#begin(row);
    if (failure) throw failure.error;
  }

  /**
   * One round: due schedules become jobs, then jobs are taken until all slots are full. Tests call it
   * directly.
   */
  async round(): Promise<void> {
    const services = this.#attached();
    const { metadata, clock } = services;
    // Taken before any read, so that concurrent writes count as news.
    const version = metadata.version();
    if (performance.now() - this.#lastRevival > REVIVE_EVERY_MS || this.#lastRevival === 0) {
      const revived = await reviveJobs(metadata, clock, LEASE_MS, [...this.#running.keys()]);
      if (revived > 0) services.log.warn({ revived }, 'jobs of a dead process were put back');
      this.#lastRevival = performance.now();
    }
    const nextSchedule = await enqueueDue(metadata, clock, scheduledOnly(this.#jobs.values()), (job, until) =>
      this.#hasWork(job, until),
    );
    await this.#due.read(metadata.reader, clock.now());
    await this.#fill();
    this.#lastRound = performance.now();
    this.#left =
      version === null
        ? null
        : {
            version,
            at: clock.now(),
            roundAt: performance.now(),
            nextDue: Math.min(nextSchedule, await nextDue(metadata.reader)),
          };
  }

  async #hasWork(definition: JobDefinition, until: number): Promise<boolean> {
    const { name, hasWork } = definition;
    if (!hasWork) return true;
    // After the clock was set back, the time is another one.
    if (this.#restUntil.get(name) === until) return false;
    try {
      if (await hasWork(this.#contextOf(definition))) return true;
    } catch {
      // The run fails in the same way, and its error is logged and kept.
      return true;
    }
    this.#restUntil.set(name, until);
    return false;
  }

  /** True if nothing runs, nothing was written since the last round, and nothing is due yet. */
  #isQuiet(): boolean {
    const left = this.#left;
    if (left === null || this.#running.size > 0) return false;
    if (performance.now() - left.roundAt >= ROUND_AT_LEAST_MS) return false;
    const { metadata, clock, log } = this.#attached();
    const now = clock.now();
    // After the clock was set back, the stored times are not comparable.
    if (now < left.at || now >= left.nextDue) return false;
    try {
      return metadata.version() === left.version;
    } catch (error) {
      log.debug({ err: error }, 'metadata store version could not be read');
      return false;
    }
  }

  /** Takes known due jobs until all slots are full. */
  async #fill(): Promise<void> {
    const { metadata, clock } = this.#attached();
    for (const lane of this.#lanes) {
      const runningOf = (accountId: string) => this.#runningIn(lane, accountId);
      while (!this.#stopped && this.#runningIn(lane) < lane.atOnce) {
        const id = this.#due.next(lane, runningOf);
        if (id === undefined) break;
        const lease = { worker: this.#name, leaseMs: LEASE_MS, attempts: lane.attempts };
        const job = await takeJob(metadata, clock, id, lease).catch((error: unknown) => {
          // The job has left the queue but was not taken.
          this.#due.forget();
          throw error;
        });
        if (job) void this.#begin(job);
      }
    }
  }

  #runningIn({ attempts }: JobLane, accountId?: string): number {
    return this.#running
      .values()
      .filter((run) => attempts.has(run.name) && (accountId === undefined || run.accountId === accountId))
      .reduce((sum) => sum + 1, 0);
  }

  /** Waits for running jobs. */
  async settled(): Promise<void> {
    await Promise.all([...this.#running.values()].map((run) => run.done));
  }

  /** If `ended` names a job, its slot goes to the next known job of the lane. */
  #look(ended?: string): void {
    if (this.#stopped) return;
    const lane = this.#lanes.find(({ attempts }) => ended !== undefined && attempts.has(ended));
    this.#round ??= (lane && !this.#due.hasNone(lane) ? this.#fill() : this.round())
      .catch((error: unknown) => this.#attached().log.warn({ err: error }, 'due jobs could not be read'))
      .finally(() => (this.#round = null));
  }

  #begin(row: JobRow): Promise<Ended> {
    const abort = new AbortController();
    const step = {
      kind: 'job',
      name: row.name,
      outcome: (run: Ended) => run.outcome,
      isOwnRoot: true,
    } as const;
    const { watch } = this.#attached();
    const ended = watch
      .run(step, () => this.#execute(row, abort))
      .finally(() => {
        this.#running.delete(row.id);
        if (this.#timer) this.#look(row.name);
      });
    this.#running.set(row.id, { name: row.name, accountId: accountOf(row.payload), done: ended, abort });
    return ended;
  }

  async #execute(row: JobRow, abort: AbortController): Promise<Ended> {
    const { metadata, clock, log } = this.#attached();
    const definition = this.#jobs.get(row.name);
    if (!definition) return { failure: null, outcome: 'put_back' };
    const renewal = setInterval(() => {
      if (this.#gaveUp) return clearInterval(renewal);
      renewLease(metadata, clock, row, LEASE_MS).then(
        (held) => held || abort.abort(new Error('The lease was lost.')),
        (error: unknown) => log.warn({ err: error, job: row.name }, 'lease could not be renewed'),
      );
    }, RENEW_EVERY_MS);
    try {
      await this.#call(definition, JSON.parse(row.payload), abort);
      await this.#finish(row, { status: 'done' });
      return { failure: null, outcome: 'done' };
    } catch (error) {
      return { failure: { error }, outcome: await this.#failed(row, definition, abort, error) };
    } finally {
      clearInterval(renewal);
    }
  }

  async #call(definition: JobDefinition, payload: unknown, abort: AbortController): Promise<void> {
    const ctx = this.#contextOf(definition);
    const limitMs = definition.timeoutMs ?? JOB_DEFAULTS.timeoutMs;
    await withTimeout(limitMs, definition.run(ctx, payload, abort.signal), () => {
      const error = new Error(`The job took longer than ${Math.round(limitMs / 1000)} s.`);
      abort.abort(error);
      return error;
    });
  }

  #contextOf({ name }: JobDefinition): SystemContext {
    const services = this.#attached();
    return {
      ...services,
      db: services.metadata.reader,
      actor: { type: 'system', id: name },
      origin: JOB_ORIGIN,
    };
  }

  async #failed(
    row: JobRow,
    definition: JobDefinition,
    abort: AbortController,
    error: unknown,
  ): Promise<Ended['outcome']> {
    if (abort.signal.reason === STOPPING) {
      await this.#putBack(row);
      return 'put_back';
    }
    if (error instanceof Postponed) {
      await this.#postpone(row, error);
      return 'postponed';
    }
    await this.#fail(row, definition, error);
    return row.attempt < row.max_attempts ? 'retried' : 'failed';
  }

  async #fail(row: JobRow, definition: JobDefinition, error: unknown): Promise<void> {
    const { clock, log } = this.#attached();
    const { firstRetryMs = JOB_DEFAULTS.firstRetryMs, maxRetryMs = JOB_DEFAULTS.maxRetryMs } = definition;
    const again = row.attempt < row.max_attempts;
    const retryAt = again ? clock.now() + backoffMs(row.attempt, firstRetryMs, maxRetryMs) : null;
    const message = error instanceof Error ? error.message : String(error);
    log.warn(
      { job: row.name, jobId: row.id, attempt: row.attempt, again, err: causeOf(error) },
      'job failed',
    );
    await this.#finish(row, { status: 'failed', error: message, retryAt });
  }

  async #putBack(row: JobRow): Promise<void> {
    this.#attached().log.info({ job: row.name, jobId: row.id }, 'job put back for the next start');
    const retryAt = this.#attached().clock.now();
    await this.#finish(row, { status: 'postponed', error: null, retryAt });
  }

  async #postpone(row: JobRow, { message, retryMs }: Postponed): Promise<void> {
    this.#attached().log.debug({ job: row.name, jobId: row.id, why: message }, 'job postponed');
    const retryAt = this.#attached().clock.now() + retryMs;
    await this.#finish(row, { status: 'postponed', error: message, retryAt });
  }

  async #finish(row: JobRow, outcome: JobOutcome): Promise<void> {
    // The stores are closed by now. The lease expires, and the job runs again.
    if (this.#gaveUp) return;
    const { metadata, clock, log } = this.#attached();
    try {
      await finishJob(metadata, clock, row, outcome);
    } catch (failure) {
      // The store is unavailable: the lease expires and the job runs again.
      log.warn({ job: row.name, jobId: row.id, err: failure }, 'job outcome could not be written');
    }
  }

  #attached(): Services {
    if (!this.#services) throw new Error('The worker has not been attached to its services.');
    return this.#services;
  }
}

const causeOf = (error: unknown): unknown => (error instanceof AppError ? (error.cause ?? error) : error);
