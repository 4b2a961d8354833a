// Stored calls that turned out to be duplicates when their inner span arrived. They are collected for two
// seconds, so that a client that always sends spans in this order costs one job per two seconds, not one per
// request.
import { SECOND_MS } from '#lib/clock';
import type { Services } from '#core/context';
import type { CallLink } from '#otlp';
import type { CallRef } from '#records';
import { enqueueDemotion, MAX_CALLS } from './call-demotion.job.ts';
import type { RecentCalls } from './recent-calls.ts';

const COLLECT_MS = 2 * SECOND_MS;
const RETRY_MS = 10 * SECOND_MS;
const MAX_WAITING = 10_000;

export class LateDuplicates {
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
    if (this.#count + links.length > MAX_WAITING) return this.#leaveToSearch();
    const calls = this.#waiting.getOrInsertComputed(account, () => []);
    for (const { id, startMs } of links) calls.push({ id, timestampMs: startMs });
    this.#count += links.length;
    this.#schedule(COLLECT_MS);
  }

  /** Enqueues the jobs. Calls of an account whose previous job is not finished wait. */
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
      this.#services.log.warn(
        { err: error },
        'duplicate calls not enqueued; the next search of the tables finds them',
      );
      this.#waiting.clear();
      this.#count = 0;
      this.#leaveToSearch();
    }
    if (this.#waiting.size > 0) this.#schedule(RETRY_MS);
  }

  /** Waiting calls are found in the tables after the next start. */
  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** The next search of the tables finds them. */
  #leaveToSearch(): void {
    this.#recent.markIncomplete(this.#services.clock.now());
  }

  #schedule(ms: number): void {
    this.#timer ??= setTimeout(() => void this.flush(), ms).unref();
  }
}
