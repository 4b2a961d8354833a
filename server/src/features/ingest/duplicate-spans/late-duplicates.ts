// Stored calls that turned out to be duplicates when another report of them arrived. They are collected for two
// seconds, so that a client that always sends spans in this order costs one job per two seconds, not one per
// request, and so that a span that shows something else can still arrive.
import { SECOND_MS } from '#lib/clock';
import type { Services } from '#core/context';
import type { AccountRef } from '#content';
import { mergedCallsOf } from '#services/merged-calls';
import { enqueueDemotion, MAX_CALLS } from './call-demotion.job.ts';
import type { LateDuplicate } from './marks.ts';
import type { RecentCalls } from './recent-calls.ts';

const COLLECT_MS = 2 * SECOND_MS;
const RETRY_MS = 10 * SECOND_MS;
const MAX_WAITING = 10_000;

interface Waiting {
  account: AccountRef;
  calls: { project: number; found: LateDuplicate }[];
}

export class LateDuplicates {
  readonly #services: Services;
  readonly #recent: RecentCalls;
  readonly #waiting = new Map<number, Waiting>();
  #count = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(services: Services, recent: RecentCalls) {
    this.#services = services;
    this.#recent = recent;
  }

  add(account: AccountRef, project: number, found: readonly LateDuplicate[]): void {
    if (this.#count + found.length > MAX_WAITING) return this.#leaveToSearch();
    const { calls } = this.#waiting.getOrInsertComputed(account.number, () => ({ account, calls: [] }));
    for (const one of found) calls.push({ project, found: one });
    this.#count += found.length;
    this.#schedule(COLLECT_MS);
  }

  /** Enqueues the jobs. Calls of an account whose previous job is not finished wait. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    try {
      for (const { account, calls } of this.#waiting.values()) await this.#enqueue(account, calls);
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

  async #enqueue(account: AccountRef, calls: Waiting['calls']): Promise<void> {
    const before = calls.length;
    const kept = calls.filter(({ found }) => !found.isWithdrawn);
    calls.splice(0, before, ...kept);
    const taken = calls.slice(0, MAX_CALLS);
    const refs = taken.map(({ found: { link, kept: of, why } }) => ({
      id: link.id,
      timestampMs: link.startMs,
      duplicateOf: of,
      why,
    }));
    if (taken.length > 0 && (await enqueueDemotion(this.#services, account.number, refs))) {
      for (const { project, found } of taken) {
        found.mayChange = false;
        mergedCallsOf(this.#services).note(account.id, project, [found]);
      }
      calls.splice(0, taken.length);
    }
    this.#count -= before - calls.length;
    if (calls.length === 0) this.#waiting.delete(account.number);
  }

  /** The next search of the tables finds them. */
  #leaveToSearch(): void {
    this.#recent.markIncomplete(this.#services.clock.now());
  }

  #schedule(ms: number): void {
    this.#timer ??= setTimeout(() => void this.flush(), ms).unref();
  }
}
