// The main thread's side of the thread that prepares requests (prepare-thread.ts). Accounts take turns, and a few requests at a time are
// with the thread. A thread that dies or hangs takes the requests that it has along: they are answered 503 and nothing of them is
// stored. Those that wait get the next thread.
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { AppError, unavailable } from '#lib/app-error';
import { SECOND_MS } from '#lib/clock';
import { FairLine } from '#lib/fair-line';
import type { Account } from '#core/access/accounts';
import type { AccountKeys } from '#content';
import type { Context } from '#core/context';
import type { CallLink, Encoding } from '#otlp';
import type { AccountRules, RequestRules } from '../prepare.ts';
import { needsCalls } from '../ready.ts';
import type { FromThread, Made, Order, Profile, ThreadData, ToThread } from './messages.ts';

export interface ThreadLimits {
  startMs: number;
  /** How long the thread may leave a question whether it is there without an answer. Between two pieces of work it answers. */
  silentMs: number;
  /** Requests with the thread at once: it goes from one to the next between pieces of work. */
  atOnce: number;
  heapMb: number;
}

const LIMITS: ThreadLimits = { startMs: 15 * SECOND_MS, silentMs: 3 * SECOND_MS, atOnce: 4, heapMb: 768 };

const LOOK_EVERY_MS = SECOND_MS / 2;

/**
 * For new objects. The main thread has 4 MB for the sake of short pauses (server/bin/node-flags.js), and with content a few requests fill
 * that: nearly all of it is in use at each collection, and is copied. Nobody waits for this thread's pauses. A flag and not a limit of
 * the thread, because the flag that the process was started with would win; it holds for threads that are started later.
 */
const NEW_OBJECTS_FLAG = '--max-semi-space-size=16';

/** Profiles that a thread keeps. */
const MAX_PROFILES = 1_000;

type Settle = (links: readonly CallLink[]) => ReadonlySet<string>;

interface Job extends PromiseWithResolvers<Made> {
  account: Account;
  rules: AccountRules;
  operatorPrices: Pick<Profile['prices'], 'operator' | 'operatorVersion'>;
  order: Omit<Order, 'profile'>;
  settle: Settle;
}

interface KnownProfile {
  keys: AccountKeys | null;
  number: number;
}

const lost = () =>
  unavailable(
    'not_prepared',
    'This request could not be prepared. Nothing of it was stored. Send it again shortly.',
  );

export class IngestThread {
  readonly #limits: ThreadLimits;
  readonly #file: URL;
  readonly #onProblem: (error: unknown, what: string) => void;
  readonly #line = new FairLine<Job>();
  readonly #jobs = new Map<number, Job>();
  #worker: Worker | null = null;
  #ready = false;
  #startedAt = 0;
  /** When it was asked whether it is there, while it has not answered. */
  #askedAt: number | null = null;
  #profiles = new WeakMap<Account, KnownProfile>();
  #profileCount = 0;
  #lastJob = 0;
  #watch: NodeJS.Timeout | null = null;
  #failedStarts = 0;

  constructor(
    onProblem: (error: unknown, what: string) => void,
    limits: Partial<ThreadLimits> = {},
    file = new URL('./prepare-thread.ts', import.meta.url),
  ) {
    this.#onProblem = onProblem;
    this.#limits = { ...LIMITS, ...limits };
    this.#file = file;
  }

  get isRunning(): boolean {
    return this.#worker !== null;
  }

  get isReady(): boolean {
    return this.#ready;
  }

  /** Threads that ended before they took a request, since the last one that took some. */
  get failedStarts(): number {
    return this.#failedStarts;
  }

  prepare(
    ctx: Context,
    rules: AccountRules,
    request: RequestRules,
    body: Buffer,
    encoding: Encoding | null,
    settle: Settle,
  ): Promise<Made> {
    const { account, config } = ctx;
    const job: Job = {
      ...Promise.withResolvers<Made>(),
      account,
      rules,
      operatorPrices: { operator: config.modelPrices, operatorVersion: config.modelPricesVersion },
      order: { request, bytes: memoryOf(body), encoding, needsCalls: needsCalls(ctx) },
      settle,
    };
    this.#line.push(account.id, job);
    this.start(rules);
    this.#hand();
    return job.promise;
  }

  /** Unless it runs already. */
  start({ providers, searchable }: ThreadData): void {
    if (this.#worker) return;
    const workerData: ThreadData = { providers, searchable };
    setFlagsFromString(NEW_OBJECTS_FLAG);
    // No environment and none of the process's own flags: the thread has no use for either.
    const worker = new Worker(this.#file, {
      workerData,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb },
    });
    worker.unref();
    worker.on('message', (message: FromThread) => this.#hear(worker, message));
    worker.on('error', (error) => this.#gone(worker, error));
    worker.on('exit', () => this.#gone(worker, new Error('The thread ended.')));
    this.#worker = worker;
    this.#ready = false;
    this.#startedAt = performance.now();
    this.#askedAt = null;
    this.#profiles = new WeakMap();
    this.#profileCount = 0;
    this.#watch = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  /** When it has nothing to do: the memory it takes is given back. */
  rest(): void {
    if (this.#jobs.size === 0 && this.#line.isEmpty) void this.#end();
  }

  async close(): Promise<void> {
    const ended = this.#end();
    this.#loseJobs();
    for (let job = this.#line.shift(); job; job = this.#line.shift()) job.reject(lost());
    await ended;
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#ready = false;
    if (this.#watch) clearInterval(this.#watch);
    await worker?.terminate();
  }

  #hand(): void {
    const worker = this.#worker;
    if (!worker || !this.#ready) return;
    while (this.#jobs.size < this.#limits.atOnce) {
      const job = this.#line.shift();
      if (!job) return;
      const number = (this.#lastJob += 1);
      this.#jobs.set(number, job);
      try {
        const order = { ...job.order, profile: this.#profileOf(worker, job) };
        say(worker, { kind: 'prepare', job: number, order }, [job.order.bytes]);
      } catch (error) {
        this.#jobs.delete(number);
        job.reject(error);
      }
    }
  }

  #profileOf(worker: Worker, { account, rules, operatorPrices }: Job): number {
    const known = this.#profiles.get(account);
    if (known && known.keys === rules.keys) return known.number;
    if (this.#profileCount >= MAX_PROFILES) {
      // Those that were handed over before are prepared already or keep what they have read.
      say(worker, { kind: 'forget' });
      this.#profiles = new WeakMap();
      this.#profileCount = 0;
    }
    const number = (this.#profileCount += 1);
    this.#profiles.set(account, { keys: rules.keys, number });
    const { keys, consents, retentionDays } = rules;
    const profile: Profile = {
      rules: { account: rules.account, consents, retentionDays },
      keys: keys && {
        account: keys.account,
        newest: keys.newest,
        byVersion: keys.byVersion,
        search: keys.search,
      },
      prices: { ...operatorPrices, account: account.modelPrices, accountVersion: account.modelPricesVersion },
    };
    say(worker, { kind: 'profile', number, profile });
    return number;
  }

  #hear(worker: Worker, message: FromThread): void {
    if (worker !== this.#worker) return;
    if (message.kind === 'there') {
      this.#askedAt = null;
      return;
    }
    if (message.kind === 'ready') {
      this.#ready = true;
      this.#failedStarts = 0;
      return this.#hand();
    }
    const job = this.#jobs.get(message.job);
    if (!job) return;
    if (message.kind === 'links') {
      say(worker, { kind: 'again', job: message.job, ids: job.settle(message.links) });
      return;
    }
    this.#jobs.delete(message.job);
    if (message.kind === 'made') job.resolve(message.made);
    else job.reject(message.kind === 'refused' ? refusal(message.error) : new Error(message.message));
    this.#hand();
  }

  #gone(worker: Worker, error: unknown): void {
    if (worker !== this.#worker) return;
    this.#onProblem(error, 'the thread that prepares requests ended');
    if (!this.#ready) this.#failedStarts += 1;
    void this.#end();
    this.#again();
  }

  #look(): void {
    const worker = this.#worker;
    if (!worker) return;
    if (this.#isLate()) {
      // What it has said and this thread was too busy to hear comes first.
      setImmediate(() => {
        if (this.#isLate()) this.#gone(worker, new Error('The thread does not answer.'));
      });
    } else if (this.#ready && this.#askedAt === null && this.#jobs.size > 0) {
      this.#askedAt = performance.now();
      say(worker, { kind: 'there?' });
    }
  }

  #isLate(): boolean {
    const { startMs, silentMs } = this.#limits;
    const now = performance.now();
    if (!this.#ready) return now - this.#startedAt > startMs;
    return this.#askedAt !== null && now - this.#askedAt > silentMs;
  }

  /** Requests that wait get a new thread, as long as threads can be started at all. */
  #again(): void {
    this.#loseJobs();
    const next = this.#line.shift();
    if (!next) return;
    if (this.#failedStarts > 2) {
      for (let job: Job | undefined = next; job; job = this.#line.shift()) job.reject(lost());
      return;
    }
    this.#line.pushFirst(next.account.id, next);
    this.start(next.rules);
  }

  #loseJobs(): void {
    for (const job of this.#jobs.values()) job.reject(lost());
    this.#jobs.clear();
  }
}

const say = (worker: Worker, message: ToThread, transfer: ArrayBuffer[] = []): void =>
  worker.postMessage(message, transfer);

const refusal = ({
  code,
  reason,
  message,
  details,
}: Extract<FromThread, { kind: 'refused' }>['error']): AppError =>
  new AppError(code, reason, message, details ? { details } : {});

/** A body that is all of its memory is given away with it. Any other may be part of memory that the connection uses again. */
function memoryOf(body: Buffer): ArrayBuffer {
  if (body.buffer instanceof ArrayBuffer && body.buffer.byteLength === body.byteLength) return body.buffer;
  const bytes = new ArrayBuffer(body.byteLength);
  new Uint8Array(bytes).set(body);
  return bytes;
}
