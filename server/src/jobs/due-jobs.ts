// Chooses the next due job of this process. Accounts take turns within a lane, so an account with thousands
// of jobs delays the single job of another by one turn. No account can fill all slots of a lane, so hanging
// jobs of one account do not block the others. Turns are per process; several processes see the same jobs,
// and the first to take a job gets it.
import { SECOND_MS } from '#lib/clock';
import { FairQueue } from '#lib/fair-queue';
import { selectDue, type DueJob } from '#core/jobs/job-queue';
import type { Reader } from '#metadata';

/** Jobs that share slots, with the maximum number of attempts for each. */
export interface JobLane {
  attempts: ReadonlyMap<string, number>;
  atOnce: number;
}

const PAGE = 1_000;
/** Limit of jobs per account in memory. The rest are read again when the lane is empty. */
const MAX_PER_ACCOUNT = 1_000;
/**
 * A job becomes visible when its transaction commits, possibly after a job with a later due time was read.
 */
const OVERLAP_MS = 2 * SECOND_MS;
/** A full read finds jobs that commit even later, and drops those that other processes took. */
const ALL_EVERY_MS = 10 * SECOND_MS;

export class DueJobs {
  readonly #lanes: readonly JobLane[];
  readonly #queues = new Map<JobLane, FairQueue<number>>();
  readonly #known = new Set<number>();
  /** Lanes with jobs that did not fit in memory. */
  readonly #cut = new Set<JobLane>();
  #readTo = -Infinity;
  #readAllAt = -Infinity;

  constructor(lanes: readonly JobLane[]) {
    this.#lanes = lanes;
    this.forget();
  }

  /** Reads jobs that became due since the last read, and all due jobs from time to time. */
  async read(db: Reader, now: number): Promise<void> {
    const isLate = performance.now() - this.#readAllAt >= ALL_EVERY_MS;
    const ranDry = this.#cut.values().some((lane) => this.hasNone(lane));
    // If the clock was set back, jobs before the read position become due.
    if (isLate || ranDry || now < this.#readTo) this.forget();
    let after = { run_at: this.#readTo - OVERLAP_MS, id: 0 };
    if (this.#readTo === -Infinity) {
      this.#readAllAt = performance.now();
      after = { run_at: 0, id: 0 };
    }
    for (;;) {
      const page = await selectDue(db, now, after, PAGE);
      for (const job of page) this.#add(job);
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) break;
      after = last;
    }
    this.#readTo = now;
  }

  /** The id of the next job of the lane. `runningOf` returns how many jobs of an account run in it. */
  next(lane: JobLane, runningOf: (accountId: string) => number): number | undefined {
    const max = Math.max(1, lane.atOnce - 1);
    const id = this.#queues.get(lane)?.shift((owner) => isOwn(owner) || runningOf(owner) < max);
    if (id !== undefined) this.#known.delete(id);
    return id;
  }

  hasNone(lane: JobLane): boolean {
    return this.#queues.get(lane)?.isEmpty ?? true;
  }

  /** The next read starts from the beginning. */
  forget(): void {
    for (const lane of this.#lanes) this.#queues.set(lane, new FairQueue());
    this.#known.clear();
    this.#readTo = -Infinity;
    this.#cut.clear();
  }

  #add({ id, name, accountId }: DueJob): void {
    const lane = this.#lanes.find(({ attempts }) => attempts.has(name));
    const queue = lane && this.#queues.get(lane);
    if (!lane || !queue || this.#known.has(id)) return;
    const owner = accountId ?? own(name);
    if (queue.waitingOf(owner) >= MAX_PER_ACCOUNT) {
      this.#cut.add(lane);
      return;
    }
    this.#known.add(id);
    queue.push(owner, id);
  }
}

/** Each of the service's own jobs has a turn, like an account. No account has such an id. */
const own = (name: string): string => `own:${name}`;
const isOwn = (owner: string): boolean => owner.startsWith('own:');
