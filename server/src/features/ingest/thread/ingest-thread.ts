// The main thread's side of the preparing thread (prepare-thread.ts). Accounts take turns, and the thread
// works on a few requests at a time. If the thread dies or hangs, its requests get 503 and nothing of them is
// stored. Waiting requests go to the next thread.
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { AppError, unavailable } from '#lib/app-error';
import { SECOND_MS } from '#lib/clock';
import { FairQueue } from '#lib/fair-queue';
import type { Account } from '#core/access/accounts';
import type { AccountKeys } from '#content';
import type { Context } from '#core/context';
import { messageMemory, type KnownMessages } from '#core/content/messages/message-memory';
import { needsCalls } from '#core/hooks';
import { type PriceLists, type CatalogTable, renewedTable } from '#otlp';
import type { Body, BodyKind, Prepared } from '../prepare-body.ts';
import type { PrepareOrder, Preparer } from '../preparer.ts';
import type { FromThread, Profile, SentOrder, ThreadData, ToThread } from './messages.ts';
import { answerTo, type ThreadQuestion } from './questions.ts';

export interface ThreadLimits {
  startMs: number;
  /** How long the thread may leave a ping unanswered. It answers between two pieces of work. */
  silentMs: number;
  /** Requests that the thread works on at once; it switches between pieces of work. */
  atOnce: number;
  /**
   * While bodies of more than this are at work, the others wait. So at most one of the largest is, and one of this
   * size, which need 800 MB at the worst. A thread without memory ends, and with it the requests of others.
   */
  bytesAtOnce: number;
  heapMb: number;
}

const MIB = 1_048_576;

const LIMITS: ThreadLimits = {
  startMs: 15 * SECOND_MS,
  silentMs: 3 * SECOND_MS,
  atOnce: 4,
  bytesAtOnce: 16 * MIB,
  heapMb: 1_280,
};

const CHECK_EVERY_MS = SECOND_MS / 2;

/**
 * Decoding is one piece of work and takes longer for a large body, so the thread may stay silent this much
 * longer for each mebibyte that it works on.
 */
const SILENT_MS_PER_MIB = SECOND_MS / 2;

/**
 * The space for new objects. The main thread has 4 MB, to keep its pauses short (server/bin/node-flags.js).
 * With content, a few requests fill that, and each collection copies nearly all of it. No request waits for
 * the pauses of this thread. It has to be a flag, because the flag that the process was started with
 * overrides a limit of the thread. It applies to threads that start later.
 */
const NEW_OBJECTS_FLAG = '--max-semi-space-size=16';

/** The number of profiles that a thread keeps. */
const MAX_PROFILES = 1_000;

interface Job extends PromiseWithResolvers<Prepared>, Pick<PrepareOrder, 'rules' | 'lookUp'> {
  bodyBytes: number;
  account: Account;
  operatorPrices: Pick<Profile['prices'], 'operator' | 'operatorVersion'>;
  order: Omit<SentOrder, 'profile'>;
}

interface KnownProfile {
  keys: AccountKeys | null;
  operator: PriceLists['operator'];
  number: number;
}

const lost = () =>
  unavailable(
    'not_prepared',
    'This request could not be prepared. Nothing of it was stored. Send it again shortly.',
  );

export class IngestThread implements Preparer {
  readonly #limits: ThreadLimits;
  readonly #file: URL;
  readonly #onProblem: (error: unknown, what: string) => void;
  readonly #queue = new FairQueue<Job>();
  readonly #jobs = new Map<number, Job>();
  #worker: Worker | null = null;
  #ready = false;
  #startedAt = 0;
  /** The time of a ping that is not answered yet. */
  #pingedAt: number | null = null;
  #profiles = new WeakMap<Account, KnownProfile>();
  #profileCount = 0;
  /** The renewed price table that the thread has. */
  #table: CatalogTable | null = null;
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

  /** Threads in a row that ended before they were ready. */
  get failedStarts(): number {
    return this.#failedStarts;
  }

  prepare<Kind extends BodyKind>(
    ctx: Context,
    { rules, request, lookUp }: PrepareOrder,
    { bytes, ...body }: Body<Kind>,
  ): Promise<Prepared<Kind>> {
    const { account, config } = ctx;
    const job: Job = {
      ...Promise.withResolvers<Prepared>(),
      bodyBytes: bytes.length,
      account,
      rules,
      operatorPrices: { operator: config.modelPrices, operatorVersion: config.modelPricesVersion },
      order: { request, body, bytes: ownMemory(bytes), needsCalls: needsCalls(ctx) },
      lookUp,
    };
    this.#queue.push(account.id, job);
    this.start(rules);
    this.#dispatch();
    return job.promise as Promise<Prepared<Kind>>;
  }

  /** Does nothing if the thread is running. */
  start({ providers, searchable, contentLimit }: ThreadData): void {
    if (this.#worker) return;
    const workerData: ThreadData = { providers, searchable, contentLimit };
    setFlagsFromString(NEW_OBJECTS_FLAG);
    // The thread needs neither the environment nor the flags of the process.
    const worker = new Worker(this.#file, {
      workerData,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb },
    });
    worker.unref();
    worker.on('message', (message: FromThread) => this.#onMessage(worker, message));
    worker.on('error', (error) => this.#onExit(worker, error));
    worker.on('exit', () => this.#onExit(worker, new Error('The thread ended.')));
    this.#worker = worker;
    this.#ready = false;
    this.#startedAt = performance.now();
    this.#pingedAt = null;
    this.#profiles = new WeakMap();
    this.#profileCount = 0;
    this.#table = null;
    this.#watch = setInterval(() => this.#checkAlive(), CHECK_EVERY_MS).unref();
  }

  learn(messages: KnownMessages): void {
    if (this.#worker && this.#ready) post(this.#worker, { kind: 'stored', messages });
  }

  /** Ends an idle thread, to free its memory. */
  rest(): void {
    if (this.#jobs.size === 0 && this.#queue.isEmpty) void this.#end();
  }

  async close(): Promise<void> {
    const ended = this.#end();
    this.#loseJobs();
    for (let job = this.#queue.shift(); job; job = this.#queue.shift()) job.reject(lost());
    await ended;
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#ready = false;
    if (this.#watch) clearInterval(this.#watch);
    await worker?.terminate();
  }

  #dispatch(): void {
    const worker = this.#worker;
    if (!worker || !this.#ready) return;
    const { atOnce, bytesAtOnce } = this.#limits;
    while (this.#jobs.size < atOnce && this.#bytesAtWork() <= bytesAtOnce) {
      const job = this.#queue.shift();
      if (!job) return;
      const number = (this.#lastJob += 1);
      this.#jobs.set(number, job);
      try {
        const order = { ...job.order, profile: this.#profileOf(worker, job) };
        post(worker, { kind: 'prepare', job: number, order }, [job.order.bytes.buffer]);
      } catch (error) {
        this.#jobs.delete(number);
        job.reject(error);
      }
    }
  }

  #profileOf(worker: Worker, { account, rules, operatorPrices }: Job): number {
    const table = renewedTable();
    if (table !== null && table !== this.#table) {
      this.#table = table;
      post(worker, { kind: 'table', table });
    }
    const known = this.#profiles.get(account);
    if (known && known.keys === rules.keys && known.operator === operatorPrices.operator) return known.number;
    if (this.#profileCount >= MAX_PROFILES) {
      // Requests that the thread already has keep their profile.
      post(worker, { kind: 'forget' });
      this.#profiles = new WeakMap();
      this.#profileCount = 0;
    }
    const number = (this.#profileCount += 1);
    this.#profiles.set(account, { keys: rules.keys, operator: operatorPrices.operator, number });
    const { keys, consents, retentionDays, anyProvider } = rules;
    const profile: Profile = {
      rules: { account: rules.account, consents, retentionDays, anyProvider },
      keys: keys && {
        account: keys.account,
        newest: keys.newest,
        byVersion: keys.byVersion,
        search: keys.search,
      },
      prices: { ...operatorPrices, account: account.modelPrices, accountVersion: account.modelPricesVersion },
    };
    post(worker, { kind: 'profile', number, profile });
    return number;
  }

  #onMessage(worker: Worker, message: FromThread): void {
    if (worker !== this.#worker) return;
    if (message.kind === 'pong') {
      this.#pingedAt = null;
      return;
    }
    if (message.kind === 'ready') {
      this.#ready = true;
      this.#failedStarts = 0;
      post(worker, { kind: 'stored', messages: messageMemory.newest() });
      return this.#dispatch();
    }
    const job = this.#jobs.get(message.job);
    if (!job) return;
    if (message.kind === 'question') {
      void this.#answer(worker, message.question, message.job, job);
      return;
    }
    this.#jobs.delete(message.job);
    if (message.kind === 'prepared') job.resolve(message.prepared);
    else job.reject(message.kind === 'refused' ? refusal(message.error) : new Error(message.message));
    this.#dispatch();
  }

  async #answer(worker: Worker, question: ThreadQuestion, number: number, job: Job): Promise<void> {
    try {
      post(worker, { kind: 'answer', job: number, answer: await answerTo(question, job.lookUp) });
    } catch (error) {
      this.#jobs.delete(number);
      job.reject(error);
      post(worker, { kind: 'drop', job: number });
      this.#dispatch();
    }
  }

  #onExit(worker: Worker, error: unknown): void {
    if (worker !== this.#worker) return;
    this.#onProblem(error, 'the preparing thread ended');
    if (!this.#ready) this.#failedStarts += 1;
    void this.#end();
    this.#restart();
  }

  #checkAlive(): void {
    const worker = this.#worker;
    if (!worker) return;
    if (this.#isLate()) {
      // This thread may have been too busy to read an answer that has arrived; read it first.
      setImmediate(() => {
        if (this.#isLate()) this.#onExit(worker, new Error('The thread does not respond.'));
      });
    } else if (this.#ready && this.#pingedAt === null && this.#jobs.size > 0) {
      this.#pingedAt = performance.now();
      post(worker, { kind: 'ping' });
    }
  }

  #isLate(): boolean {
    const { startMs, silentMs } = this.#limits;
    const now = performance.now();
    if (!this.#ready) return now - this.#startedAt > startMs;
    return this.#pingedAt !== null && now - this.#pingedAt > silentMs + this.#decodingMs();
  }

  #decodingMs(): number {
    return Math.floor(this.#bytesAtWork() / MIB) * SILENT_MS_PER_MIB;
  }

  #bytesAtWork(): number {
    let bytes = 0;
    for (const job of this.#jobs.values()) bytes += job.bodyBytes;
    return bytes;
  }

  /** Starts a new thread for the waiting requests, unless several starts in a row failed. */
  #restart(): void {
    this.#loseJobs();
    const next = this.#queue.shift();
    if (!next) return;
    if (this.#failedStarts > 2) {
      for (let job: Job | undefined = next; job; job = this.#queue.shift()) job.reject(lost());
      return;
    }
    this.#queue.pushFirst(next.account.id, next);
    this.start(next.rules);
  }

  #loseJobs(): void {
    for (const job of this.#jobs.values()) job.reject(lost());
    this.#jobs.clear();
  }
}

const post = (worker: Worker, message: ToThread, transfer: ArrayBuffer[] = []): void =>
  worker.postMessage(message, transfer);

const refusal = ({
  code,
  reason,
  message,
  details,
}: Extract<FromThread, { kind: 'refused' }>['error']): AppError =>
  new AppError(code, reason, message, details ? { details } : {});

/** Larger ones have memory of their own, which may be larger than they are. */
const POOLED_BYTES = 256 * 1_024;

/**
 * The memory of a large body is transferred. A smaller one is copied unless it fills its memory, because the connection
 * may reuse that.
 */
function ownMemory(body: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = body;
  const isOwn = byteLength > POOLED_BYTES || buffer.byteLength === byteLength;
  if (isOwn && buffer instanceof ArrayBuffer) return new Uint8Array(buffer, byteOffset, byteLength);
  return new Uint8Array(body);
}
