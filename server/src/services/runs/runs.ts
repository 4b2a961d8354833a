// Spans of a run arrive in several requests, children before parents. When a span arrives that gives something
// to spans of other requests, or takes something from them, the run is settled a moment later: the labels of
// its spans are computed again from the stored spans, and rows that differ are changed.
import type { Logger } from 'pino';
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import { chunks } from '#lib/chunks';
import type { Services } from '#core/context';
import { perProcess } from '#core/process-state';
import { changeRecords } from '#core/record-changes/record-changes';
import { selectLineage, selectRecentRuns, setLineage, wholeAccount, type SettledSpan } from '#records';
import { SeenRuns, type SeenFor } from './seen-runs.ts';
import { lineageChanges } from './settle.ts';

/** Spans of a run often come in several requests at once. */
const COLLECT_MS = 2 * SECOND_MS;
const RETRY_MS = 4 * SECOND_MS;
const RUNS_AT_ONCE = 500;
const MAX_SPANS = 200_000;
const MAX_WAITING = 200_000;
const MAX_SETTLED = 100_000;
const SEARCH_MINUTES = 15;
const SEARCH_AFTER_MS = 3 * SECOND_MS;

/** A run, as the records of one request show it. */
export interface RunPart {
  traceId: string;
  /** They have labels that the spans under them inherit. */
  gives: boolean;
  /** There is a span whose ancestors are not all in the request. */
  lacks: boolean;
  /** The time of the earliest record. */
  fromMs: number;
}

class Runs {
  readonly #services: Services;
  readonly #log: Logger;
  readonly #waiting = new Map<number, Set<string>>();
  #count = 0;
  readonly #seen = new SeenRuns();
  /** A run with a span before this time may have other spans that were not seen, or were forgotten. */
  #horizonMs: number;
  /** Such runs whose spans were read since, so what they give and lack is seen. */
  readonly #settled = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(services: Services) {
    this.#services = services;
    this.#log = services.log;
    this.#horizonMs = services.clock.now();
  }

  /** Settles runs that the previous process may have left unsettled. */
  start(): void {
    setTimeout(() => void this.#search(), SEARCH_AFTER_MS).unref();
  }

  /** Called when the records are stored. */
  touched(account: number, parts: Iterable<RunPart>): void {
    for (const part of parts) if (this.#concernsOthers(account, part)) this.#wait(account, part.traceId);
  }

  #concernsOthers(account: number, { traceId, gives, lacks, fromMs }: RunPart): boolean {
    const isUnknown = fromMs < this.#horizonMs && !this.#settled.has(`${account} ${traceId}`);
    if (!gives && !lacks && !isUnknown) return false;
    const run = SeenRuns.numberOf(account, traceId);
    const concerns =
      (gives && (isUnknown || this.#seen.has(run, 'lacks'))) ||
      (lacks && (isUnknown || this.#seen.has(run, 'gives')));
    // An unknown run that concerns others is read, which shows the rest.
    const mayDoBoth = isUnknown && !concerns;
    if (gives || mayDoBoth) this.#see(run, 'gives');
    if (lacks || mayDoBoth) this.#see(run, 'lacks');
    return concerns;
  }

  #see(run: number, what: SeenFor): void {
    if (!this.#seen.add(run, what)) return;
    this.#horizonMs = this.#services.clock.now();
    this.#settled.clear();
  }

  /** `spans`: all that are stored of these runs. */
  #noteSettled(account: number, traceIds: readonly string[], spans: readonly SettledSpan[]): void {
    if (spans.length >= MAX_SPANS) return;
    const taking = new Set(spans.flatMap(({ traceId, lineage }) => (lineage ? traceId : [])));
    for (const traceId of traceIds) {
      const run = SeenRuns.numberOf(account, traceId);
      this.#see(run, 'gives');
      if (taking.has(traceId)) this.#see(run, 'lacks');
      if (this.#settled.size >= MAX_SETTLED) this.#settled.clear();
      this.#settled.add(`${account} ${traceId}`);
    }
  }

  #wait(account: number, traceId: string): void {
    const traces = this.#waiting.getOrInsertComputed(account, () => new Set());
    if (traces.has(traceId)) return;
    if (this.#count >= MAX_WAITING) {
      this.#log.warn({ account }, 'too many runs wait to be settled; a run was left as it is');
      return;
    }
    traces.add(traceId);
    this.#count += 1;
    this.#schedule(COLLECT_MS);
  }

  #schedule(ms: number): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => void this.settle(), ms).unref();
  }

  /**
   * Settles the waiting runs of one account or of all. Runs of an account whose records are being changed keep
   * waiting.
   */
  settle(account?: number): Promise<void> {
    const turn = this.#last.then(() => this.#settleAll(account));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #settleAll(only: number | undefined): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    // A run that cannot be settled keeps waiting.
    const due = [...this.#waiting];
    for (const [account, traces] of due) {
      if (only !== undefined && account !== only) continue;
      this.#waiting.delete(account);
      this.#count -= traces.size;
      try {
        for (const some of chunks([...traces], RUNS_AT_ONCE)) await this.#settleRuns(account, some);
      } catch (error) {
        this.#log.warn({ err: error, account }, 'runs could not be settled; it is tried again');
        for (const traceId of traces) this.#wait(account, traceId);
      }
    }
    if (this.#waiting.size > 0) this.#schedule(RETRY_MS);
  }

  async #settleRuns(account: number, traceIds: readonly string[]): Promise<void> {
    const spans = await this.#spansOf(account, traceIds);
    if (lineageChanges(spans).length > 0)
      await changeRecords(this.#services, { account, kind: 'lineage' }, async (held) => {
        // Read again: an erasure may have come first.
        const changes = lineageChanges(await this.#spansOf(account, traceIds));
        await this.#services.records.admin.change(account, setLineage(changes), held);
      });
    this.#noteSettled(account, traceIds, spans);
  }

  #spansOf(account: number, traceIds: readonly string[]): Promise<SettledSpan[]> {
    return this.#services.records.ask(wholeAccount(account), selectLineage(traceIds, MAX_SPANS));
  }

  async #search(): Promise<void> {
    try {
      for (const { account, traceIds } of await this.#services.records.askAll(
        selectRecentRuns(SEARCH_MINUTES),
      ))
        for (const traceId of traceIds) this.#wait(account, traceId);
    } catch (error) {
      this.#log.warn({ err: error }, 'the runs of the last minutes could not be read; it is tried again');
      setTimeout(() => void this.#search(), MINUTE_MS).unref();
    }
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }
}

export const runsOf = perProcess((services, onEnd) => {
  const runs = new Runs(services);
  onEnd(() => runs.close());
  return runs;
});
