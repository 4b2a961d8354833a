// Calls that were stored and turned out to be observations when their inner span came. They are gathered for a moment, so that a
// client which sends all its spans in that order costs one job a moment and not one a request.
import { SECOND_MS } from '#lib/clock';
import type { Services } from '#core/context';
import type { CallLink } from '#otlp';
import type { CallRef } from '#records';
import { enqueueDemotion, MAX_CALLS } from './call-demotion.job.ts';
import type { RecentCalls } from './recent-calls.ts';

const GATHER_MS = 2 * SECOND_MS;
const AGAIN_MS = 10 * SECOND_MS;
const MAX_WAITING = 10_000;

export class LateDoubles {
  readonly #services: Services;
  readonly #recent: RecentCalls;
  readonly #waiting = new Map<number, CallRef[]>();
  #count = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(services: Services, recent: RecentCalls) {
    this.#services = services;
    this.#recent = recent;
  }

  add(account: number, links: readonly CallLink[]): void {
    if (this.#count + links.length > MAX_WAITING) return this.#leaveToTheTables();
    const calls = this.#waiting.getOrInsertComputed(account, () => []);
    for (const { id, startMs } of links) calls.push({ id, timestampMs: startMs });
    this.#count += links.length;
    this.#schedule(GATHER_MS);
  }

  /** Hands them over to the job; those of an account whose job before is not done wait. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    try {
      for (const [account, calls] of this.#waiting) {
        const taken = calls.slice(0, MAX_CALLS);
        if (!(await enqueueDemotion(this.#services, account, taken))) continue;
        this.#count -= taken.length;
        calls.splice(0, taken.length);
        if (calls.length === 0) this.#waiting.delete(account);
      }
    } catch (error) {
      this.#services.log.warn({ err: error }, 'calls that are told twice could not be handed over');
      this.#waiting.clear();
      this.#count = 0;
      this.#leaveToTheTables();
    }
    if (this.#waiting.size > 0) this.#schedule(AGAIN_MS);
  }

  /** What still waits is found in the tables after the next start. */
  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** The next look finds them there. */
  #leaveToTheTables(): void {
    this.#recent.noteGap(this.#services.clock.now());
  }

  #schedule(ms: number): void {
    this.#timer ??= setTimeout(() => void this.flush(), ms).unref();
  }
}
