// Ingest receipts, for the page that a user opens when records are missing: counted in memory at each request
// and added to the store every few seconds. They are not a ledger: a process that is killed loses the counts
// of its last seconds.
import type { Logger } from 'pino';
import { HOUR_MS, SECOND_MS, type Clock } from '#lib/clock';
import { perProcess } from '#core/process-state';
import { NO_WATCH, type ServiceWatch } from '#lib/watch';
import type { Metadata } from '#metadata';
import { addReceipts, selectReceipts, type ReceiptRow } from './store.ts';
import { Tally, type ReceiptOutcome, type TallySource } from './tally.ts';

/** A day, plus the hour in which it began. */
export const KEEP_RECEIPTS_MS = 25 * HOUR_MS;

const FLUSH_EVERY_MS = 5 * SECOND_MS;
const ROWS_AT_ONCE = 200;

const keyOf = (row: ReceiptRow): string =>
  [row.account_id, row.hour, row.key_id, row.endpoint, row.client, row.scope, row.reason].join('\u0000');

function addTo(sum: ReceiptRow, row: ReceiptRow): void {
  sum.requests += row.requests;
  sum.accepted += row.accepted;
  sum.duplicates += row.duplicates;
  sum.observations += row.observations;
  sum.unpriced += row.unpriced;
  sum.rejected += row.rejected;
  sum.refused += row.refused;
  if (row.example !== '') sum.example = row.example;
  if (row.value !== '') sum.value = row.value;
  sum.last_seen_at = Math.max(sum.last_seen_at, row.last_seen_at);
}

export class Receipts {
  readonly #metadata: Metadata;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #watch: ServiceWatch;
  readonly #tally = new Tally();
  /** Rows that have left the tally and are not in the store yet, by key. */
  readonly #owed = new Map<string, ReceiptRow>();
  #last: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  #sending = false;
  #failing = false;

  constructor(metadata: Metadata, clock: Clock, log: Logger, watch: ServiceWatch = NO_WATCH) {
    this.#metadata = metadata;
    this.#clock = clock;
    this.#log = log;
    this.#watch = watch;
  }

  /** Call once per request that got a response, whether or not its records were stored. */
  note(accountId: string, source: TallySource, outcome: ReceiptOutcome): void {
    this.#tally.note(accountId, source, outcome, this.#clock.now());
    const { endpoint: door } = source;
    this.#watch.count({ event: 'stored', door }, outcome.accepted);
    this.#watch.count({ event: 'duplicates', door }, outcome.duplicates);
    for (const { code, reason, count } of outcome.rejections)
      this.#watch.count({ event: 'rejected', door, reason: code ?? reason }, count);
  }

  /** Call once per request that was rejected as a whole. */
  refused(
    accountId: string,
    source: TallySource,
    { reason, message }: { reason: string; message: string },
  ): void {
    this.#tally.refused(accountId, source, reason, message, this.#clock.now());
    this.#watch.count({ event: 'refused', door: source.endpoint, reason });
  }

  /**
   * Rows of all processes since the hour that begins at `from`, including unwritten ones of this process. A
   * row may have several parts.
   */
  read(accountId: string, from: number): Promise<ReceiptRow[]> {
    return this.#inTurn(async () => {
      const stored = await selectReceipts(this.#metadata.reader, accountId, from);
      const owed = [...this.#owed.values()].filter((row) => row.account_id === accountId);
      const here = [...owed, ...this.#tally.waiting(accountId)].filter((row) => row.hour >= from);
      return [...stored, ...here];
    });
  }

  start(): void {
    this.#timer ??= setInterval(() => {
      if (this.#sending) return;
      this.#sending = true;
      void this.flush().finally(() => (this.#sending = false));
    }, FLUSH_EVERY_MS).unref();
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.flush();
  }

  /** Rows that cannot be written are kept for the next time. A series of failures is logged once. */
  flush(): Promise<void> {
    return this.#inTurn(async () => {
      try {
        await this.#send();
        if (this.#failing) this.#log.info('ingest receipts are written again');
        this.#failing = false;
      } catch (error) {
        if (!this.#failing)
          this.#log.warn({ err: error }, 'ingest receipts could not be written and are kept in memory');
        this.#failing = true;
      }
    });
  }

  async #send(): Promise<void> {
    const now = this.#clock.now();
    for (const row of this.#tally.take()) {
      const key = keyOf(row);
      const owed = this.#owed.get(key);
      if (owed) addTo(owed, row);
      else this.#owed.set(key, row);
    }
    this.#tally.forget(now);
    for (const [key, { hour }] of this.#owed) if (hour < now - KEEP_RECEIPTS_MS) this.#owed.delete(key);
    // The same order in every process, to avoid deadlocks.
    const keys = [...this.#owed.keys()].sort();
    for (let at = 0; at < keys.length; at += ROWS_AT_ONCE) {
      const some = keys.slice(at, at + ROWS_AT_ONCE);
      const rows = some.map((key) => this.#owed.get(key)).filter((row) => row !== undefined);
      await addReceipts(this.#metadata, rows);
      for (const key of some) this.#owed.delete(key);
    }
  }

  /** Reads and writes take turns: a read during a write would see rows twice or not at all. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

export const receiptsOf = perProcess(({ metadata, clock, log, watch }, onEnd) => {
  const receipts = new Receipts(metadata, clock, log, watch);
  onEnd(() => receipts.close());
  return receipts;
});
