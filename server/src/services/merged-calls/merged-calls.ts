// The list is kept in memory and written every few seconds. An entry may be lost when a process is killed, or
// beyond the limit. The attributes of the merged span still name the call that was kept.
import type { Logger } from 'pino';
import { DAY_MS, HOUR_MS, SECOND_MS, type Clock } from '#lib/clock';
import { chunks } from '#lib/chunks';
import { perProcess } from '#core/process-state';
import type { Metadata } from '#metadata';
import type { Duplicate } from '#otlp';
import { addMergedCalls, cutMergedCalls, selectMergedCalls, type MergedRow } from './store.ts';

/** The period of the diagnostics: a day, and the hour in which it began. */
export const KEEP_MERGED_MS = DAY_MS + HOUR_MS;

/** Per account, also between two writes. */
const MAX_KEPT = 1_000;
const FLUSH_EVERY_MS = 5 * SECOND_MS;

/** A record with the trace and span id of another record, under another id. Both are counted. */
const SAME_SPAN = 'same_span';

class MergedCalls {
  readonly #metadata: Metadata;
  readonly #clock: Clock;
  readonly #log: Logger;
  #waiting = new Map<string, MergedRow[]>();
  #last: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor(metadata: Metadata, clock: Clock, log: Logger) {
    this.#metadata = metadata;
    this.#clock = clock;
    this.#log = log;
  }

  /** Spans that are stored as observations. */
  note(
    accountId: string,
    project: number,
    duplicates: readonly Pick<Duplicate, 'link' | 'kept' | 'why'>[],
  ): void {
    for (const { link, kept, why } of duplicates) this.#add(accountId, project, link.id, kept, why, 1);
  }

  /** Records that are stored as calls, each with the id of the other one. */
  notePossible(
    accountId: string,
    project: number,
    pairs: readonly (readonly [id: string, other: string])[],
  ): void {
    for (const [id, other] of pairs) this.#add(accountId, project, id, other, SAME_SPAN, 0);
  }

  #add(account: string, project: number, id: string, kept: string, reason: string, isMerged: 0 | 1): void {
    const rows = this.#waiting.getOrInsertComputed(account, () => []);
    rows.push({
      account_id: account,
      project_number: project,
      call_id: id,
      kept_id: kept,
      reason,
      is_merged: isMerged,
      noted_at: this.#clock.now(),
    });
    if (rows.length >= 2 * MAX_KEPT) rows.splice(0, rows.length - MAX_KEPT);
  }

  /** The newest first, of all processes up to their last write. */
  async read(accountId: string, project: number | null, since: number, limit: number): Promise<MergedRow[]> {
    await this.flush();
    return selectMergedCalls(this.#metadata.reader, accountId, project, since, limit);
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.flush(), FLUSH_EVERY_MS).unref();
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.flush();
  }

  /** One after the other, so that a read finds all earlier notes. */
  flush(): Promise<void> {
    const turn = this.#last.then(() => this.#send());
    this.#last = turn;
    return turn;
  }

  async #send(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const waiting = this.#waiting;
    this.#waiting = new Map();
    try {
      for (const [account, all] of waiting) {
        // PostgreSQL takes a row once per statement.
        const rows = [...new Map(all.map((row) => [row.call_id, row])).values()].slice(-MAX_KEPT);
        for (const some of chunks(rows)) await addMergedCalls(this.#metadata, some);
        await cutMergedCalls(this.#metadata, account, MAX_KEPT);
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'the list of merged calls could not be written');
    }
  }
}

export const mergedCallsOf = perProcess(({ metadata, clock, log }, onEnd) => {
  const merged = new MergedCalls(metadata, clock, log);
  onEnd(() => merged.close());
  return merged;
});
