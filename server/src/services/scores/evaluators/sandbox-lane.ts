// One thread of the sandbox with its queue. A task that exceeds the time limit of the lane ends the thread,
// and the next task gets a new one. On a busy machine the thread may not have run at all by then. Such a task
// continues until the thread has had its share of CPU time.
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { FairQueue } from '#lib/fair-queue';
import type { SandboxAnswer, Task } from './sandbox-thread.ts';

export type LaneOutcome = Exclude<SandboxAnswer, { kind: 'ready' }> | { kind: 'crashed' };

export interface LaneLimits {
  /** For one task, including compiling. */
  taskMs: number;
  startMs: number;
  /** The thread ends after this time without work. */
  idleMs: number;
  heapMb: number;
  /** Lowers the priority of the thread, if the system allows that. */
  lowPriority?: boolean;
  /** Keeps a second thread ready, so that no task waits for a start after a thread was ended. */
  spare?: boolean;
}

export interface WaitingTask {
  account: string;
  task: Task;
  /** Called when its turn comes. False if the task was settled or moved elsewhere. */
  admit: () => boolean;
  /** `ms` is how long the thread worked on the task: its CPU time, where the system reports it. */
  settle: (outcome: LaneOutcome, ms: number) => void;
}

/** The part of its time limit that a thread must have run before a task counts as slow. */
const SHARE = 1 / 4;
/** A task that the machine does not run ends after this many times its limit. */
const LIMITS_IN_ALL = 20;

export class SandboxLane {
  readonly #limits: LaneLimits;
  readonly #queue = new FairQueue<WaitingTask>();
  #thread: Worker | null = null;
  #spare: Worker | null = null;
  /** The threads that are ready, with the id that the system knows them by. */
  readonly #ready = new WeakMap<Worker, number | null>();
  #current: WaitingTask | null = null;
  #postedAt = 0;
  #ranBefore: number | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  /** Waiting and running tasks. */
  get tasks(): number {
    return this.#queue.size + (this.#current ? 1 : 0);
  }

  waitingOf(account: string): number {
    return this.#queue.waitingOf(account) + (this.#current?.account === account ? 1 : 0);
  }

  add(waiting: WaitingTask): void {
    // A person waits for a rubric to compile, while a run can wait.
    if (waiting.task.subject === null) this.#queue.pushFirst(waiting.account, waiting);
    else this.#queue.push(waiting.account, waiting);
    this.#next();
  }

  /** Keeps a thread ready while the lane is idle. */
  warm(): void {
    if (!this.#current && !this.#thread && !this.#spare) this.#rest();
  }

  /** Ends the threads, whatever they do. */
  async stop(): Promise<void> {
    const spare = this.#spare;
    this.#spare = null;
    await Promise.all([this.#endThread(), spare?.terminate()]);
  }

  async #endThread(): Promise<void> {
    const thread = this.#thread;
    clearTimeout(this.#timer);
    this.#thread = null;
    await thread?.terminate();
  }

  #next(): void {
    if (this.#current) return;
    let waiting = this.#queue.shift();
    while (waiting && !waiting.admit()) waiting = this.#queue.shift();
    if (!waiting) return this.#rest();
    this.#current = waiting;
    this.#thread ??= this.#spare ?? this.#start();
    if (this.#thread === this.#spare) this.#spare = null;
    const thread = this.#thread;
    thread.ref();
    if (this.#ready.has(thread)) this.#post(thread, waiting.task);
    else this.#within(this.#limits.startMs, { kind: 'crashed' });
  }

  #start(): Worker {
    // No environment: the thread does not need the secrets of the service.
    const thread = new Worker(new URL('./sandbox-thread.ts', import.meta.url), {
      env: {},
      workerData: { lowPriority: this.#limits.lowPriority === true, taskMs: this.#limits.taskMs },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb, maxYoungGenerationSizeMb: 16 },
    });
    const onExit = (): void => {
      if (this.#thread === thread) this.#end({ kind: 'crashed' });
      if (this.#spare === thread) this.#spare = null;
    };
    thread.on('message', (answer: SandboxAnswer) => this.#onMessage(thread, answer));
    thread.on('error', onExit);
    thread.on('exit', onExit);
    return thread;
  }

  #onMessage(thread: Worker, answer: SandboxAnswer): void {
    if (answer.kind === 'ready') this.#ready.set(thread, answer.systemId);
    if (this.#thread !== thread) return;
    if (answer.kind !== 'ready') this.#settle(answer, this.#ranSincePosted(thread));
    else if (this.#current) this.#post(thread, this.#current.task);
  }

  #post(thread: Worker, task: Task): void {
    this.#postedAt = performance.now();
    this.#ranBefore = this.#ranMs(thread);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#late(thread), this.#limits.taskMs);
    thread.postMessage(task, []);
  }

  #late(thread: Worker): void {
    const { taskMs } = this.#limits;
    const ran = this.#ranSincePosted(thread);
    const left = ran === null ? 0 : taskMs * SHARE - ran;
    if (left <= 0 || performance.now() - this.#postedAt >= taskMs * LIMITS_IN_ALL)
      return this.#end({ kind: 'timeout' });
    this.#timer = setTimeout(() => this.#late(thread), Math.max(left, 10));
  }

  #ranMs(thread: Worker): number | null {
    const id = this.#ready.get(thread);
    return typeof id === 'number' ? ranMsOfThread(id) : null;
  }

  #ranSincePosted(thread: Worker): number | null {
    const ran = this.#ranMs(thread);
    return ran === null || this.#ranBefore === null ? null : ran - this.#ranBefore;
  }

  #within(ms: number, outcome: LaneOutcome): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(outcome), ms);
  }

  #end(outcome: LaneOutcome): void {
    void this.#endThread();
    this.#settle(outcome);
  }

  #settle(outcome: LaneOutcome, ranMs: number | null = null): void {
    clearTimeout(this.#timer);
    const done = this.#current;
    this.#current = null;
    done?.settle(outcome, ranMs ?? performance.now() - this.#postedAt);
    this.#next();
  }

  #rest(): void {
    if (this.#limits.spare) {
      this.#spare ??= this.#start();
      this.#spare.unref();
    }
    this.#thread?.unref();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.stop(), this.#limits.idleMs).unref();
  }
}

/** Returns the CPU time of a thread. It is unknown outside Linux. */
function ranMsOfThread(systemId: number): number | null {
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${systemId}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return null;
  }
}
