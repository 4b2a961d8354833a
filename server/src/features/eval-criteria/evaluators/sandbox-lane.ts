// One thread of the sandbox, and the line before it. A task that takes longer than the lane allows ends the thread; the next task
// gets a new one.
import { Worker } from 'node:worker_threads';
import { FairLine } from '#lib/fair-line';
import type { Answer, Task } from './sandbox-thread.ts';

export type LaneOutcome = Exclude<Answer, { kind: 'ready' }> | { kind: 'timeout' } | { kind: 'crashed' };

export interface LaneLimits {
  /** For one task, compiling included. */
  taskMs: number;
  startMs: number;
  /** The thread ends after this long without work. */
  idleMs: number;
  heapMb: number;
}

export interface Waiting {
  account: string;
  task: Task;
  /** Asked when its turn comes. False when the task was settled or moved elsewhere. */
  admit: () => boolean;
  settle: (outcome: LaneOutcome) => void;
}

export class Lane {
  readonly #limits: LaneLimits;
  readonly #line = new FairLine<Waiting>();
  #thread: Worker | null = null;
  #ready = false;
  #current: Waiting | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  waitingOf(account: string): number {
    return this.#line.waitingOf(account) + (this.#current?.account === account ? 1 : 0);
  }

  add(waiting: Waiting): void {
    // A person waits for a rubric to compile. A run does not mind to be second.
    if (waiting.task.subject === null) this.#line.pushFirst(waiting.account, waiting);
    else this.#line.push(waiting.account, waiting);
    this.#next();
  }

  /** Ends the thread, whatever it does. */
  async stop(): Promise<void> {
    const thread = this.#thread;
    clearTimeout(this.#timer);
    this.#thread = null;
    this.#ready = false;
    await thread?.terminate();
  }

  #next(): void {
    if (this.#current) return;
    let waiting = this.#line.shift();
    while (waiting && !waiting.admit()) waiting = this.#line.shift();
    if (!waiting) return this.#rest();
    this.#current = waiting;
    const thread = this.#thread ?? this.#start();
    thread.ref();
    if (this.#ready) this.#hand(thread, waiting.task);
    else this.#within(this.#limits.startMs, { kind: 'crashed' });
  }

  #start(): Worker {
    // No environment: the thread has no use for the secrets of the service.
    const thread = new Worker(new URL('./sandbox-thread.ts', import.meta.url), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb, maxYoungGenerationSizeMb: 16 },
    });
    this.#thread = thread;
    const ifOurs = (then: () => void) => {
      if (this.#thread === thread) then();
    };
    thread.on('message', (answer: Answer) => ifOurs(() => this.#hear(thread, answer)));
    thread.on('error', () => ifOurs(() => this.#end({ kind: 'crashed' })));
    thread.on('exit', () => ifOurs(() => this.#end({ kind: 'crashed' })));
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

  #within(ms: number, outcome: LaneOutcome): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(outcome), ms);
  }

  #end(outcome: LaneOutcome): void {
    void this.stop();
    this.#settle(outcome);
  }

  #settle(outcome: LaneOutcome): void {
    clearTimeout(this.#timer);
    const done = this.#current;
    this.#current = null;
    done?.settle(outcome);
    this.#next();
  }

  #rest(): void {
    if (!this.#thread) return;
    this.#thread.unref();
    this.#timer = setTimeout(() => void this.stop(), this.#limits.idleMs).unref();
  }
}
