// Rubrics from users run in separate threads with little memory and time. RE2 keeps patterns from hanging,
// but a schema can refer to itself twice in each of forty definitions, and a query can walk the document once
// per node. Only a thread that can be ended covers every such case. The event loop of the service never waits
// for it.
//
// There are quick lanes and a slow one, so that rubrics of one account do not delay another. In a quick lane
// a task has little time. A task that needs more moves to the slow lane, and so does everything else of its
// account for a while. An account is in one quick lane at a time, so its first slow task leaves the other one
// free. Accounts take turns in every lane.
import { hash } from 'node:crypto';
import { SandboxLane, type LaneLimits, type LaneOutcome, type WaitingTask } from './sandbox-lane.ts';
import type { Task } from './sandbox-thread.ts';

export type SandboxOutcome = LaneOutcome | { kind: 'busy' };

interface SandboxLimits extends LaneLimits {
  /** Time limit of one task in a quick lane. */
  quickMs: number;
  quickLanes: number;
  /** Maximum of rubrics per account that wait to be compiled. Evaluations are limited by their runs. */
  compiling: number;
  /** How long an account with a slow task stays out of the quick lanes. */
  slowAccountMs: number;
  /** A rubric that timed out this often is not tried again for `restMs`. */
  strikes: number;
  restMs: number;
}

const LIMITS: SandboxLimits = {
  quickMs: 100,
  quickLanes: 2,
  taskMs: 1_000,
  startMs: 20_000,
  idleMs: 60_000,
  heapMb: 128,
  compiling: 8,
  slowAccountMs: 600_000,
  strikes: 3,
  restMs: 600_000,
};
const MAX_REMEMBERED = 10_000;

interface Asked {
  account: string;
  task: Task;
  resolve: (outcome: SandboxOutcome) => void;
}

interface Slow {
  strikes: number;
  until: number;
}

export class Sandbox {
  readonly #limits: SandboxLimits;
  readonly #quick: readonly SandboxLane[];
  readonly #slow: SandboxLane;
  readonly #slowAccounts = new Map<string, number>();
  readonly #slowRubrics = new Map<string, Slow>();

  constructor(limits: Partial<SandboxLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
    const { quickMs, quickLanes, taskMs } = this.#limits;
    const quick = { ...this.#limits, taskMs: Math.min(quickMs, taskMs), spare: true };
    this.#quick = Array.from({ length: quickLanes }, () => new SandboxLane(quick));
    this.#slow = new SandboxLane({ ...this.#limits, lowPriority: true });
  }

  run(account: string, task: Task): Promise<SandboxOutcome> {
    const lanes = [...this.#quick, this.#slow];
    const compiling = lanes.reduce((sum, lane) => sum + lane.waitingOf(account), 0);
    if (task.subject === null && compiling >= this.#limits.compiling)
      return Promise.resolve({ kind: 'busy' });
    const { promise, resolve } = Promise.withResolvers<SandboxOutcome>();
    this.#quickLaneOf(account)?.add(this.#quickly({ account, task, resolve }));
    for (const lane of this.#quick) lane.warm();
    return promise;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#quick, this.#slow].map((lane) => lane.stop()));
  }

  /** The lane that the account is in, or the one with fewer tasks. */
  #quickLaneOf(account: string): SandboxLane | undefined {
    const own = this.#quick.find((lane) => lane.waitingOf(account) > 0);
    return own ?? this.#quick.toSorted((left, right) => left.tasks - right.tasks)[0];
  }

  #quickly(asked: Asked): WaitingTask {
    const { account, task, resolve } = asked;
    return {
      account,
      task,
      admit: () => {
        const quick = performance.now() >= (this.#slowAccounts.get(account) ?? 0);
        if (!quick) this.#slow.add(this.#slowly(asked));
        return quick;
      },
      settle: (outcome) => {
        if (outcome.kind !== 'timeout') return resolve(outcome);
        if (this.#slowAccounts.size >= MAX_REMEMBERED) this.#slowAccounts.clear();
        this.#slowAccounts.set(account, performance.now() + this.#limits.slowAccountMs);
        this.#slow.add(this.#slowly(asked));
      },
    };
  }

  #slowly({ account, task, resolve }: Asked): WaitingTask {
    const rubric = rubricKey(account, task);
    return {
      account,
      task,
      admit: () => {
        const gaveUp = this.#gaveUp(rubric);
        if (gaveUp) resolve({ kind: 'timeout' });
        return !gaveUp;
      },
      settle: (outcome, ms) => {
        if (outcome.kind === 'timeout') this.#strike(rubric);
        // The machine was slow, not the task.
        else if (ms < this.#limits.quickMs) this.#slowAccounts.delete(account);
        resolve(outcome);
      },
    };
  }

  #gaveUp(rubric: string): boolean {
    const slow = this.#slowRubrics.get(rubric);
    return slow !== undefined && slow.strikes >= this.#limits.strikes && performance.now() < slow.until;
  }

  #strike(rubric: string): void {
    const before = this.#slowRubrics.get(rubric);
    const now = performance.now();
    const strikes = before && now < before.until ? before.strikes + 1 : 1;
    if (this.#slowRubrics.size >= MAX_REMEMBERED) this.#slowRubrics.clear();
    this.#slowRubrics.set(rubric, { strikes, until: now + this.#limits.restMs });
  }
}

const rubricKey = (account: string, { check: { type, rubric } }: Task): string =>
  hash('sha256', `${account}\n${type}\n${rubric}`);
