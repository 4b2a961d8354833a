// Which due job this process takes next. Accounts take turns within a lane, so that one with thousands of jobs delays the single job of
// another by a turn; and no account has all places of a lane, so that one whose jobs hang delays it not at all. The turns are
// this process's own. Several processes see the same jobs, and each job goes to the one that takes it first.
import { SECOND_MS } from '#lib/clock';
import { FairLine } from '#lib/fair-line';
import { selectDue, type DueJob } from '#core/job-queue';
import type { Reader } from '#metadata';

/** Jobs that share places, with how often each may be tried. */
export interface Lane {
  attempts: ReadonlyMap<string, number>;
  atOnce: number;
}

const PAGE = 1_000;
/** Of one account, in memory. What is left out is read again when the lane has nothing else. */
const MOST_OF_ACCOUNT = 1_000;
/** A job is seen when its transaction commits, which may be after one with a later due time was read. */
const OVERLAP_MS = 2 * SECOND_MS;
/** For what came later still, and to drop what other processes took. */
const ALL_EVERY_MS = 10 * SECOND_MS;

export class DueJobs {
  readonly #lanes: readonly Lane[];
  readonly #lines = new Map<Lane, FairLine<number>>();
  readonly #known = new Set<number>();
  /** Of which some was left out. */
  readonly #cut = new Set<Lane>();
  #readTo = -Infinity;
  #readAllAt = -Infinity;

  constructor(lanes: readonly Lane[]) {
    this.#lanes = lanes;
    this.forget();
  }

  /** What has become due since the last time; from time to time all that is due. */
  async read(db: Reader, now: number): Promise<void> {
    const isLate = performance.now() - this.#readAllAt >= ALL_EVERY_MS;
    const ranDry = this.#cut.values().some((lane) => this.hasNone(lane));
    // A clock that was set back makes jobs due that lie before what was read.
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

  /** The id of the next job of the lane. `runningOf` says how many of an account run in it. */
  next(lane: Lane, runningOf: (accountId: string) => number): number | undefined {
    const most = Math.max(1, lane.atOnce - 1);
    const id = this.#lines.get(lane)?.shift((owner) => isOwn(owner) || runningOf(owner) < most);
    if (id !== undefined) this.#known.delete(id);
    return id;
  }

  hasNone(lane: Lane): boolean {
    return this.#lines.get(lane)?.isEmpty ?? true;
  }

  /** The next reading begins anew. */
  forget(): void {
    for (const lane of this.#lanes) this.#lines.set(lane, new FairLine());
    this.#known.clear();
    this.#readTo = -Infinity;
    this.#cut.clear();
  }

  #add({ id, name, accountId }: DueJob): void {
    const lane = this.#lanes.find(({ attempts }) => attempts.has(name));
    const line = lane && this.#lines.get(lane);
    if (!lane || !line || this.#known.has(id)) return;
    const owner = accountId ?? own(name);
    if (line.waitingOf(owner) >= MOST_OF_ACCOUNT) {
      this.#cut.add(lane);
      return;
    }
    this.#known.add(id);
    line.push(owner, id);
  }
}

/** Each of the service's own jobs has a turn, as an account has; no account has such an id. */
const own = (name: string): string => `own:${name}`;
const isOwn = (owner: string): boolean => owner.startsWith('own:');
