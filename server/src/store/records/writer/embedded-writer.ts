// The writer of the in-process engine. There is one process, so running, stored and charged records are known
// in memory. The group-commit log makes them durable.
import { randomInt } from 'node:crypto';
import { freeBytes } from '#lib/free-bytes';
import { TextTable } from '#lib/text-table';
import { mapInPieces } from '#lib/yield-to-event-loop';
import type { About } from '../questions/about.ts';
import type { ReadsUnloaded } from '../questions/question.ts';
import { ArrivalCounts } from './arrival-counts.ts';
import { hashId, type IdHash } from './dedup/id-hash.ts';
import { idNumber, type AskEngine, type KnownIds } from './dedup/known-ids.ts';
import type { GroupCommitLog } from './log/log.ts';
import type { DataFile, Rows } from './log/segment.ts';
import { rowPlaceOf, requireAccount, type EncodedRecords } from './rows/encode-records.ts';
import { unavailable } from '#lib/app-error';
import type { RowFiles } from './row-files.ts';
import { reconcileCounts, type CountArrived, type Reconciliation } from './reconcile.ts';
import { endsOf, UnloadedRows, type RowBatch } from './unloaded-rows.ts';
import type { MonthlyUsage } from './usage.ts';
import type {
  CompletedWrite,
  RecordWriter,
  SharedMessages,
  UnloadedRecords,
  WriteOutcome,
  WriteRequest,
  WriterState,
} from './writer.ts';

interface EmbeddedWriterParts {
  log: GroupCommitLog;
  ids: KnownIds;
  usage: MonthlyUsage;
  askEngine: AskEngine;
  countArrived: CountArrived;
  /** Arrivals before the first segment of the log. */
  arrivals?: ArrivalCounts;
  /** Absent: questions wait for loads. */
  files?: RowFiles;
}

/** A request with the hashes of its ids. */
type Hashed = WriteRequest & { hashes: readonly IdHash[] };

interface Sorted {
  /** Positions in the request. */
  fresh: number[];
  duplicates: number;
  /** Running commits of other requests that decide whether a record here is a duplicate. */
  others: Set<Promise<unknown>>;
  unknown: string[];
}

/** About 8,000 calls, which the engine reads in 15 milliseconds. */
const MAX_READ_BYTES = 4 * 1024 * 1024;
/** After a question had to read this much, a load is started, so that the next question reads less. */
const LOAD_BYTES = 1024 * 1024;

export class EmbeddedWriter implements RecordWriter {
  readonly #log: GroupCommitLog;
  readonly #ids: KnownIds;
  readonly #usage: MonthlyUsage;
  readonly #askEngine: AskEngine;
  readonly #countArrived: CountArrived;
  readonly #arrivals: ArrivalCounts;
  readonly #files: RowFiles | undefined;
  #reconciling: Promise<Reconciliation> | null = null;
  /** The newest segment with rows of an account. */
  readonly #newest = new Map<number, number>();
  readonly #unloaded = new UnloadedRows();
  readonly #messageStates = new Map<number, number>();
  /** Of each start another one: what was known before is not trusted. */
  readonly #firstState = randomInt(2 ** 40);

  constructor({ log, ids, usage, askEngine, countArrived, arrivals, files }: EmbeddedWriterParts) {
    this.#log = log;
    this.#ids = ids;
    this.#usage = usage;
    this.#askEngine = askEngine;
    this.#countArrived = countArrived;
    this.#files = files;
    const counts = (this.#arrivals = arrivals ?? new ArrivalCounts([]));
    log.countWith((through) => counts.through(through));
    log.onLoaded(() => {
      this.#ids.loaded((segment) => log.isLoaded(segment));
      this.#unloaded.loaded((segment) => log.isLoaded(segment));
    });
  }

  /** Records that an earlier process acknowledged, in a segment that is not loaded yet. */
  found(
    account: number,
    ids: readonly string[],
    segment: number,
    arrived: ReadonlyMap<string, number>,
  ): void {
    this.#ids.found(account, ids, segment);
    this.#arrivals.addDays(segment, account, arrived);
    this.#unloaded.addUnknown(segment, account);
    this.#newest.set(account, Math.max(segment, this.#newest.get(account) ?? 0));
  }

  readonly sharedMessages: SharedMessages = {
    of: (account) => this.#messageStates.get(account) ?? this.#firstState,
    forget: (account) => void this.#messageStates.set(account, this.sharedMessages.of(account) + 1),
  };

  async write(request: WriteRequest): Promise<WriteOutcome> {
    const { account, encoded } = request;
    requireAccount(encoded, account);
    await this.#log.room();
    const { ids } = encoded;
    const hashed = {
      ...request,
      hashes: ids.length > MANY ? await mapInPieces(ids, hashId) : ids.map(hashId),
    };
    const stored = new Map<string, boolean>();
    let sorted = this.#sort(hashed, stored);
    while (sorted.unknown.length > 0) {
      const found = await this.#askEngine(account, sorted.unknown);
      for (const id of sorted.unknown) stored.set(id, found.has(id));
      // Other requests ran meanwhile: an id that was free before the look-up may be taken now.
      sorted = this.#sort(hashed, stored);
    }
    return this.#store(hashed, sorted);
  }

  async stored(account: number, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const stored = new Set<string>();
    const unknown: string[] = [];
    for (const id of ids) {
      const { kind } = this.#ids.statusOf(account, id);
      if (kind === 'unknown') unknown.push(id);
      // A commit that is under way nearly always succeeds.
      else if (kind !== 'fresh') stored.add(id);
    }
    if (unknown.length === 0) return stored;
    return stored.union(await this.#askEngine(account, unknown));
  }

  async settle(account: number, about?: About): Promise<void> {
    const segment = about ? this.#unloaded.newest(account, about) : this.#newest.get(account);
    if (segment === undefined || segment === null) return;
    await this.#log.loaded(segment);
    if (this.#newest.get(account) === segment) this.#newest.delete(account);
  }

  async unloaded(account: number, about: About, reads: ReadsUnloaded): Promise<UnloadedRecords | null> {
    if (this.#unloaded.newest(account, about) === null) return null;
    await this.#log.loadEnds();
    // A load that begins before the answer is complete would make the question restart.
    const state = this.#log.turns.isAwaited ? null : this.#log.tables;
    const rows = state === null ? null : this.#unloaded.rows(account, about, reads, MAX_READ_BYTES);
    const bytes = rows?.values().reduce((sum, { length }) => sum + length, 0) ?? 0;
    if (rows && bytes === 0) return null;
    const letLoads = this.#log.turns.hold();
    const files = rows && (await this.#written(rows));
    const end = (): void => {
      for (const file of files?.values() ?? []) this.#files?.remove(file);
      letLoads();
      if (bytes > LOAD_BYTES) this.#log.loadSoon();
    };
    if (files) return { files, isCurrent: () => this.#log.tables === state, end };
    end();
    await this.settle(account, about);
    return null;
  }

  /** A file for each table with rows; null if one cannot be written. */
  async #written(rows: ReadonlyMap<DataFile, Buffer>): Promise<ReadonlyMap<DataFile, string> | null> {
    const files = new Map<DataFile, string>();
    for (const [table, some] of rows) {
      if (some.length === 0) continue;
      const file = await this.#files?.write(some);
      if (file) files.set(table, file);
      else {
        for (const written of files.values()) this.#files?.remove(written);
        return null;
      }
    }
    return files;
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

  /** The log is replayed at start, so no write stays incomplete. */
  completeWrites(): Promise<CompletedWrite[]> {
    return Promise.resolve([]);
  }

  /** One at a time: two would correct the same difference twice. */
  reconcile(): Promise<Reconciliation> {
    this.#reconciling ??= reconcileCounts(this.#usage, () => this.settleAll(), this.#countArrived).finally(
      () => (this.#reconciling = null),
    );
    return this.#reconciling;
  }

  close(): Promise<void> {
    return this.#log.close();
  }

  #sort({ account, encoded: { ids }, hashes }: Hashed, stored: ReadonlyMap<string, boolean>): Sorted {
    const sorted: Sorted = { fresh: [], duplicates: 0, others: new Set(), unknown: [] };
    const seen = new TextTable<true>();
    for (let at = 0; at < ids.length; at += 1) {
      const id = ids[at] ?? '';
      const hash = hashes[at] ?? hashId(id);
      if (seen.get(id, idNumber(hash))) {
        sorted.duplicates += 1;
        continue;
      }
      seen.set(id, idNumber(hash), true);
      const status = this.#ids.statusOf(account, id, hash);
      const answer = status.kind === 'unknown' ? stored.get(id) : undefined;
      if (status.kind === 'fresh' || answer === false) sorted.fresh.push(at);
      else if (status.kind === 'unknown' && answer === undefined) sorted.unknown.push(id);
      else {
        sorted.duplicates += 1;
        if (status.kind === 'under way') sorted.others.add(status.commit);
      }
    }
    return sorted;
  }

  /** Nothing is awaited between the check of the ids and the append, so that no other request interferes. */
  async #store(request: Hashed, { fresh, duplicates, others }: Sorted): Promise<WriteOutcome> {
    const { account, quota, encoded, returnFresh, returnUsed } = request;
    const { state } = encoded.messages;
    if (state !== null && state !== this.sharedMessages.of(account)) throw messagesRemoved();
    const remaining = Math.max(0, quota - this.#usage.of(account));
    if (fresh.length > remaining) return { status: 'refused', fresh: fresh.length, remaining };
    const ours = fresh.length > 0 ? this.#commit(request, fresh) : null;
    freeBytes(new Uint8Array(encoded.rows.buffer));
    const used = returnUsed ? { used: this.#usage.of(account) } : {};
    // Computed now, so that the records themselves can be freed before they are on disk.
    const told = returnFresh && duplicates > 0 ? { fresh: new Set(itemsAt(encoded.ids, fresh)) } : {};
    // A duplicate of a record in a running commit is stored when that commit is.
    await Promise.all([ours, ...others]);
    return { status: 'stored', stored: fresh.length, duplicates, ...used, ...told };
  }

  #commit({ account, encoded, hashes: all }: Hashed, fresh: readonly number[]): Promise<void> {
    const ids = itemsAt(encoded.ids, fresh);
    const hashes = itemsAt(all, fresh);
    const times = fresh.map((at) => encoded.timestampMs[at] ?? 0);
    const fill = (rows: Rows): RowBatch => {
      const from = endsOf(rows);
      if (encoded.rows.length >= LARGE_BYTES) reserve(rows, encoded);
      for (const at of fresh) copyRow(rows, encoded, at);
      rows.messages.encodedRows(encoded.messages.rows, encoded.messages.count);
      return this.#unloaded.keep(rows, from, times, ids);
    };
    const received = fresh.map((at) => encoded.receivedAtMs[at] ?? 0);
    const commit = this.#append(account, { ids, hashes }, received, fill);
    this.#ids.begin(account, ids, hashes, commit);
    return commit;
  }

  async #append(
    account: number,
    { ids, hashes }: { ids: readonly string[]; hashes: readonly IdHash[] },
    times: readonly number[],
    fill: (rows: Rows) => RowBatch,
  ): Promise<void> {
    const month = this.#usage.charge(account, ids.length);
    const kept: RowBatch[] = [];
    try {
      const segment = await this.#log.append((rows) => kept.push(fill(rows)));
      for (const batch of kept) this.#unloaded.add(segment, account, batch);
      this.#arrivals.add(segment, account, times);
      this.#usage.confirm(account, ids.length, month);
      this.#ids.commit(account, ids, hashes, segment);
      this.#newest.set(account, Math.max(segment, this.#newest.get(account) ?? 0));
    } catch (error) {
      for (const batch of kept) this.#unloaded.drop(batch);
      this.#ids.giveUp(account, ids, hashes);
      this.#usage.release(account, ids.length, month);
      throw error;
    }
  }
}

/** Rare: something of the account was erased while this request was prepared. */
const messagesRemoved = () =>
  unavailable(
    'content_removed',
    'Stored messages that this request repeats were removed meanwhile. Nothing of it was stored. Send it again.',
  );

const LARGE_BYTES = 256 * 1024;
/**
 * A request with more ids gives other requests the thread while it hashes: this many hashes take two
 * milliseconds.
 */
const MANY = 2_000;

const itemsAt = <T>(items: readonly T[], places: readonly number[]): readonly T[] =>
  places.length === items.length ? items : places.flatMap((at) => items[at] ?? []);

function copyRow(rows: Rows, encoded: EncodedRecords, at: number): void {
  const { from, rowEnd, end } = rowPlaceOf(encoded, at);
  (encoded.isCall[at] === 1 ? rows.calls : rows.observations).encoded(encoded.rows, from, rowEnd);
  if (end > rowEnd) rows.call_content.encoded(encoded.rows, rowEnd, end);
}

/** Makes room for all rows of a large request. */
function reserve(rows: Rows, encoded: EncodedRecords): void {
  let [calls, observations, contents] = [0, 0, 0];
  for (const at of encoded.ids.keys()) {
    const { from, rowEnd, end } = rowPlaceOf(encoded, at);
    contents += end - rowEnd;
    if (encoded.isCall[at] === 1) calls += rowEnd - from;
    else observations += rowEnd - from;
  }
  rows.calls.reserve(calls);
  rows.observations.reserve(observations);
  rows.call_content.reserve(contents);
}
