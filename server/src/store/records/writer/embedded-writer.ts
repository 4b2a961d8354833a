// The writer of the in-process engine: one process, so what is under way, stored and charged is known in memory, and the
// group-commit log makes it durable.
import { ArrivalCounts } from './arrival-counts.ts';
import type { AskEngine, KnownIds } from './dedup/known-ids.ts';
import type { GroupCommitLog } from './log/log.ts';
import type { Rows } from './log/segment.ts';
import { writeCall } from './rows/call-row.ts';
import { writeContent } from './rows/content-row.ts';
import { writeObservation } from './rows/observation-row.ts';
import { reconcile, type CountArrived, type Reconciliation } from './reconcile.ts';
import type { MonthlyUsage } from './usage.ts';
import type {
  CompletedWrite,
  Incoming,
  RecordWriter,
  WriteOutcome,
  WriteRequest,
  WriterState,
} from './writer.ts';

export interface EmbeddedWriterParts {
  log: GroupCommitLog;
  ids: KnownIds;
  usage: MonthlyUsage;
  askEngine: AskEngine;
  countArrived: CountArrived;
  /** What had arrived before the first segment of the log. */
  arrivals?: ArrivalCounts;
}

interface Sorted {
  fresh: Incoming[];
  duplicates: number;
  /** Commits of other requests that decide whether a record here is a duplicate. */
  others: Set<Promise<unknown>>;
  unknown: string[];
}

export class EmbeddedWriter implements RecordWriter {
  readonly #log: GroupCommitLog;
  readonly #ids: KnownIds;
  readonly #usage: MonthlyUsage;
  readonly #askEngine: AskEngine;
  readonly #countArrived: CountArrived;
  readonly #arrivals: ArrivalCounts;
  #reconciling: Promise<Reconciliation> | null = null;
  /** The newest segment with rows of an account. */
  readonly #newest = new Map<number, number>();

  constructor({ log, ids, usage, askEngine, countArrived, arrivals }: EmbeddedWriterParts) {
    this.#log = log;
    this.#ids = ids;
    this.#usage = usage;
    this.#askEngine = askEngine;
    this.#countArrived = countArrived;
    const counts = (this.#arrivals = arrivals ?? new ArrivalCounts([]));
    log.countWith((through) => counts.through(through));
    log.onLoaded(() => this.#ids.loaded((segment) => log.isLoaded(segment)));
  }

  /** Records that an earlier process acknowledged, in a segment that waits for the engine. */
  found(
    account: number,
    ids: readonly string[],
    segment: number,
    arrived: ReadonlyMap<string, number>,
  ): void {
    this.#ids.found(account, ids, segment);
    this.#arrivals.addDays(segment, account, arrived);
    this.#newest.set(account, Math.max(segment, this.#newest.get(account) ?? 0));
  }

  async write(request: WriteRequest): Promise<WriteOutcome> {
    await this.#log.room();
    const stored = new Map<string, boolean>();
    let sorted = this.#sort(request, stored);
    while (sorted.unknown.length > 0) {
      const found = await this.#askEngine(request.account, sorted.unknown);
      for (const id of sorted.unknown) stored.set(id, found.has(id));
      // Others went on meanwhile: what was fresh before the question may be taken now.
      sorted = this.#sort(request, stored);
    }
    return this.#store(request, sorted);
  }

  async settle(account: number): Promise<void> {
    const segment = this.#newest.get(account);
    if (segment === undefined) return;
    await this.#log.loaded(segment);
    if (this.#newest.get(account) === segment) this.#newest.delete(account);
  }

  settleAll(): Promise<void> {
    return this.#log.loaded(this.#log.newest);
  }

  checkpoint(): Promise<void> {
    return this.#log.checkpoint();
  }

  state(): WriterState {
    const { state: log, waitingRequests } = this.#log;
    return { waitingBytes: log.waitingBytes, waitingRequests, log };
  }

  async usage(account: number): Promise<number> {
    return this.#usage.of(account);
  }

  /** The log is replayed at a start: nothing stays half written. */
  completeWrites(): Promise<CompletedWrite[]> {
    return Promise.resolve([]);
  }

  /** One at a time: two would correct the same difference twice. */
  reconcile(): Promise<Reconciliation> {
    this.#reconciling ??= reconcile(this.#usage, () => this.settleAll(), this.#countArrived).finally(
      () => (this.#reconciling = null),
    );
    return this.#reconciling;
  }

  close(): Promise<void> {
    return this.#log.close();
  }

  #sort({ account, records }: WriteRequest, stored: ReadonlyMap<string, boolean>): Sorted {
    const sorted: Sorted = { fresh: [], duplicates: 0, others: new Set(), unknown: [] };
    const seen = new Set<string>();
    for (const record of records) {
      if (seen.has(record.id)) {
        sorted.duplicates += 1;
        continue;
      }
      seen.add(record.id);
      const standing = this.#ids.standing(account, record.id);
      const answer = standing.kind === 'unknown' ? stored.get(record.id) : undefined;
      if (standing.kind === 'fresh' || answer === false) sorted.fresh.push(record);
      else if (standing.kind === 'unknown' && answer === undefined) sorted.unknown.push(record.id);
      else {
        sorted.duplicates += 1;
        if (standing.kind === 'under way') sorted.others.add(standing.commit);
      }
    }
    return sorted;
  }

  /** From the last look at the ids to the append nothing waits, so that nobody comes in between. */
  async #store(
    { account, quota, tellFresh, tellUsed }: WriteRequest,
    { fresh, duplicates, others }: Sorted,
  ): Promise<WriteOutcome> {
    const remaining = Math.max(0, quota - this.#usage.of(account));
    if (fresh.length > remaining) return { status: 'refused', fresh: fresh.length, remaining };
    const ours = fresh.length > 0 ? this.#commit(account, fresh) : null;
    const used = tellUsed ? { used: this.#usage.of(account) } : {};
    // A duplicate of a record under way is stored when that one is.
    await Promise.all([ours, ...others]);
    const outcome = { status: 'stored', stored: fresh.length, duplicates, ...used } as const;
    return tellFresh && duplicates > 0 ? { ...outcome, fresh: new Set(fresh.map(({ id }) => id)) } : outcome;
  }

  #commit(account: number, fresh: readonly Incoming[]): Promise<void> {
    const ids = fresh.map(({ id }) => id);
    const commit = this.#append(account, fresh, ids);
    this.#ids.begin(account, ids, commit);
    return commit;
  }

  async #append(account: number, fresh: readonly Incoming[], ids: readonly string[]): Promise<void> {
    const month = this.#usage.charge(account, fresh.length);
    try {
      const segment = await this.#log.append((rows) => encode(rows, fresh));
      this.#arrivals.add(
        segment,
        account,
        fresh.map(({ row }) => row.receivedAtMs),
      );
      this.#usage.confirm(account, fresh.length, month);
      this.#ids.commit(account, ids, segment);
      this.#newest.set(account, Math.max(segment, this.#newest.get(account) ?? 0));
    } catch (error) {
      this.#ids.giveUp(account, ids);
      this.#usage.release(account, fresh.length, month);
      throw error;
    }
  }
}

function encode(rows: Rows, records: readonly Incoming[]): void {
  for (const record of records) {
    if (record.kind === 'call') writeCall(rows.calls, record.row);
    else writeObservation(rows.observations, record.row);
    if (record.content) writeContent(rows.call_content, record.content);
  }
}
