// Rubrics of strangers run in a thread of their own with little memory and little time. RE2 keeps patterns from hanging, but
// a schema can refer to itself twice in each of forty definitions, and a query can walk the document once for each node of
// it: only a thread that can be ended holds for every such case. The event loop of the service never waits for any of it.
import { Worker } from 'node:worker_threads';
import type { Answer, Task } from './sandbox-thread.ts';

export type Outcome = Exclude<Answer, { kind: 'ready' }> | { kind: 'timeout' } | { kind: 'crashed' };

export interface SandboxLimits {
  /** For one task, compiling included. */
  taskMs: number;
  startMs: number;
  /** The thread ends after this long without work. */
  idleMs: number;
  heapMb: number;
  /** A rubric that ran out of time so often is not tried again for `restMs`. */
  strikes: number;
  restMs: number;
}

const LIMITS: SandboxLimits = {
  taskMs: 1_000,
  startMs: 20_000,
  idleMs: 60_000,
  heapMb: 128,
  strikes: 3,
  restMs: 600_000,
};
const MAX_SLOW = 200;

interface Waiting {
  task: Task;
  settle: (outcome: Outcome) => void;
}

interface Slow {
  strikes: number;
  until: number;
}

const keyOf = ({ check: { type, rubric } }: Task): string => `${type}\n${rubric}`;

export class Sandbox {
  readonly #limits: SandboxLimits;
  readonly #queue: Waiting[] = [];
  readonly #slow = new Map<string, Slow>();
  #thread: Worker | null = null;
  #ready = false;
  #current: Waiting | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: Partial<SandboxLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  run(task: Task): Promise<Outcome> {
    return new Promise((settle) => {
      this.#queue.push({ task, settle });
      this.#next();
    });
  }

  async stop(): Promise<void> {
    await this.#drop();
  }

  #next(): void {
    if (this.#current) return;
    const waiting = this.#take();
    if (!waiting) return this.#rest();
    if (this.#gaveUp(waiting.task)) {
      waiting.settle({ kind: 'timeout' });
      return this.#next();
    }
    this.#current = waiting;
    const thread = this.#thread ?? this.#start();
    thread.ref();
    if (this.#ready) this.#hand(thread, waiting.task);
    else this.#within(this.#limits.startMs, { kind: 'crashed' });
  }

  /** Rubrics that ran out of time before stand behind all others: what they cost is not for others to wait for. */
  #take(): Waiting | undefined {
    const quick = this.#queue.findIndex(({ task }) => !this.#slow.has(keyOf(task)));
    return this.#queue.splice(Math.max(quick, 0), 1)[0];
  }

  #start(): Worker {
    const { heapMb } = this.#limits;
    // No environment: the thread has no use for the secrets of the service.
    const thread = new Worker(new URL('./sandbox-thread.ts', import.meta.url), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
    });
    this.#thread = thread;
    const ifOurs = (then: () => void) => {
      if (this.#thread === thread) then();
    };
    thread.on('message', (answer: Answer) => ifOurs(() => this.#hear(thread, answer)));
    thread.on('error', () => ifOurs(() => this.#lose({ kind: 'crashed' })));
    thread.on('exit', () => ifOurs(() => this.#lose({ kind: 'crashed' })));
    return thread;
  }

  #hear(thread: Worker, answer: Answer): void {
    if (answer.kind !== 'ready') return this.#settle(answer);
    this.#ready = true;
    if (this.#current) this.#hand(thread, this.#current.task);
  }

  #hand(thread: Worker, task: Task): void {
    this.#within(this.#limits.taskMs, { kind: 'timeout' });
    thread.postMessage(task, []);
  }

  #within(ms: number, outcome: Outcome): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#lose(outcome), ms);
  }

  /** Ends the thread, whatever it is doing; the next task gets a new one. */
  #lose(outcome: Outcome): void {
    void this.#drop();
    if (outcome.kind === 'timeout' && this.#current) this.#strike(this.#current.task);
    this.#settle(outcome);
  }

  async #drop(): Promise<void> {
    const thread = this.#thread;
    clearTimeout(this.#timer);
    this.#thread = null;
    this.#ready = false;
    await thread?.terminate();
  }

  #settle(outcome: Outcome): void {
    clearTimeout(this.#timer);
    const done = this.#current;
    this.#current = null;
    done?.settle(outcome);
    this.#next();
  }

  #rest(): void {
    if (!this.#thread) return;
    this.#thread.unref();
    this.#timer = setTimeout(() => void this.#drop(), this.#limits.idleMs).unref();
  }

  #gaveUp(task: Task): boolean {
    const slow = this.#slow.get(keyOf(task));
    return slow !== undefined && slow.strikes >= this.#limits.strikes && performance.now() < slow.until;
  }

  #strike(task: Task): void {
    const key = keyOf(task);
    const before = this.#slow.get(key);
    const now = performance.now();
    const strikes = before && now < before.until ? before.strikes + 1 : 1;
    if (this.#slow.size >= MAX_SLOW) this.#slow.clear();
    this.#slow.set(key, { strikes, until: now + this.#limits.restMs });
  }
}
