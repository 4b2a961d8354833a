// The writer for a ClickHouse server, which several processes may use. A request is acknowledged when the
// server has its rows and the ledger its charge. Requests that arrive during a flush are written together in
// the next one.
import { unavailable } from '#lib/app-error';
import { withTimeout } from '#lib/with-timeout';
import type { Reconciliation } from '../reconcile.ts';
import type { CompletedWrite, RecordWriter, WriteOutcome, WriteRequest, WriterState } from '../writer.ts';
import type { AskEngine } from '../dedup/known-ids.ts';
import type { AskStored } from './ask-stored.ts';
import type { CompleteWrites } from './complete-writes.ts';
import { decideWrite } from './decide.ts';
import { splitRequest, type SplitRequest } from './split-request.ts';
import type { InsertRecords } from './insert-records.ts';
import type { Completion, LedgerHold, Turn, UsageLedger } from './usage-ledger.ts';

interface DirectWriterParts {
  ledger: UsageLedger;
  ask: AskStored;
  askIds: AskEngine;
  insert: InsertRecords;
  complete: CompleteWrites;
  reconcile: () => Promise<Reconciliation>;
}

export interface DirectWriterOptions {
  /** The limits of one flush. */
  maxRows?: number;
  maxBytes?: number;
  /** The limit of waiting and running requests; a request beyond it is rejected at once. */
  maxWaitingBytes?: number;
  /** How long a request may wait for its flush to begin. */
  patienceMs?: number;
  /**
   * How long a request may wait for its answer. Its flush continues, and a retry finds the stored records.
   */
  answerMs?: number;
}

const FLUSH_LIMITS = {
  maxRows: 10_000,
  maxBytes: 16 * 1024 * 1024,
  maxWaitingBytes: 64 * 1024 * 1024,
  patienceMs: 2_000,
  answerMs: 4_500,
};

/** Concurrent flushes. Each holds a connection to the metadata store while it runs. */
const FLUSH_LANES: Readonly<Record<Turn, number>> = { free: 2, wait: 1 };

interface Waiting extends PromiseWithResolvers<WriteOutcome> {
  request: SplitRequest;
  timer: NodeJS.Timeout;
}

const overloaded = () =>
  unavailable('overloaded', 'More records arrive than can be stored. Send them again shortly.');

const undecided = () =>
  unavailable(
    'not_stored',
    'The records could not be stored in time. Send them again shortly: those that were stored after all count once.',
  );

export class DirectWriter implements RecordWriter {
  readonly #parts: DirectWriterParts;
  readonly #options: Required<DirectWriterOptions>;
  /**
   * New requests are `free`. Those whose account another process holds `wait` separately, so that they block
   * no others.
   */
  readonly #queues: Record<Turn, Waiting[]> = { free: [], wait: [] };
  readonly #flushes: Record<Turn, Set<Promise<void>>> = { free: new Set(), wait: new Set() };
  /** Accounts of the running flushes. Their next requests go together into a later flush. */
  readonly #busy = new Set<number>();
  #bytes = 0;
  #requests = 0;
  #closed = false;

  constructor(parts: DirectWriterParts, options: DirectWriterOptions = {}) {
    this.#parts = parts;
    this.#options = { ...FLUSH_LIMITS, ...options };
  }

  stored(account: number, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#parts.askIds(account, ids);
  }

  async write(given: WriteRequest): Promise<WriteOutcome> {
    if (this.#closed) throw unavailable('stopping', 'This process is stopping. Try again shortly.');
    const request = splitRequest(given);
    if (this.#bytes > 0 && this.#bytes + request.bytes > this.#options.maxWaitingBytes) throw overloaded();
    this.#bytes += request.bytes;
    this.#requests += 1;
    const answer = Promise.withResolvers<WriteOutcome>();
    this.#enqueue('free', request, answer);
    // Deferred, so that other requests that have arrived join the same flush.
    setImmediate(() => this.#start('free'));
    const ended = answer.promise.finally(() => {
      this.#bytes -= request.bytes;
      this.#requests -= 1;
    });
    return withTimeout(this.#options.answerMs, ended, undecided);
  }

  /** Acknowledged records are in the tables already. */
  settle(): Promise<void> {
    return Promise.resolve();
  }

  /** Stored means on the server's disk. */
  checkpoint(): Promise<void> {
    return Promise.resolve();
  }

  settleAll(): Promise<void> {
    return Promise.resolve();
  }

  usage(account: number): Promise<number> {
    return this.#parts.ledger.used(account);
  }

  reconcile(): Promise<Reconciliation> {
    return this.#parts.reconcile();
  }

  async completeWrites(): Promise<CompletedWrite[]> {
    const { ledger, complete } = this.#parts;
    const completed: CompletedWrite[] = [];
    for (const account of await ledger.unfinished()) {
      // The holder of an account writes now, or completes its write before the next one.
      const ended = await ledger.hold([account], 'free', async (_used, _month, hold) => {
        const found = await complete(hold.unfinished, hold);
        const ended = [...found.values()].filter((write) => write.complete);
        return { result: ended, charges: new Map(), completed: found };
      });
      const records = ended.reduce((sum, { stored }) => sum + stored, 0);
      if (ended.length > 0) completed.push({ account, records });
    }
    return completed;
  }

  state(): WriterState {
    return { waitingBytes: this.#bytes, waitingRequests: this.#requests };
  }

  /** Accepts nothing more, and resolves when all accepted requests are answered. */
  async close(): Promise<void> {
    this.#closed = true;
    for (;;) {
      this.#startAll();
      const flushes = [...this.#flushes.wait, ...this.#flushes.free];
      if (flushes.length === 0) return;
      await Promise.race(flushes);
    }
  }

  #enqueue(turn: Turn, request: SplitRequest, answer: PromiseWithResolvers<WriteOutcome>): void {
    const queue = this.#queues[turn];
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(waiting), 1);
      answer.reject(overloaded());
    }, this.#options.patienceMs);
    const waiting: Waiting = { ...answer, request, timer };
    queue.push(waiting);
  }

  #startAll(): void {
    this.#start('wait');
    this.#start('free');
  }

  #start(turn: Turn): void {
    const flushes = this.#flushes[turn];
    while (flushes.size < FLUSH_LANES[turn]) {
      const batch = this.#take(turn);
      if (batch.length === 0) return;
      const accounts = new Set(batch.map(({ request }) => request.account));
      for (const account of accounts) this.#busy.add(account);
      const flush = this.#flush(batch, [...accounts], turn).finally(() => {
        flushes.delete(flush);
        for (const account of accounts) this.#busy.delete(account);
        this.#startAll();
      });
      flushes.add(flush);
    }
  }

  /** The oldest requests that fit into one flush. */
  #take(turn: Turn): Waiting[] {
    const { maxRows, maxBytes } = this.#options;
    const batch: Waiting[] = [];
    const rest: Waiting[] = [];
    let rows = 0;
    let bytes = 0;
    let full = false;
    for (const waiting of this.#queues[turn]) {
      const { account, records, bytes: size } = waiting.request;
      if (!full && !this.#busy.has(account)) {
        full = batch.length > 0 && (rows + records.length > maxRows || bytes + size > maxBytes);
      }
      if (full || this.#busy.has(account)) {
        rest.push(waiting);
        continue;
      }
      rows += records.length;
      bytes += size;
      clearTimeout(waiting.timer);
      batch.push(waiting);
    }
    this.#queues[turn].splice(0, Infinity, ...rest);
    return batch;
  }

  async #flush(batch: Waiting[], accounts: number[], turn: Turn): Promise<void> {
    const { ledger, ask, insert, complete } = this.#parts;
    let held = batch;
    try {
      const outcomes = await ledger.hold(accounts, turn, async (usedBefore, month, hold) => {
        held = batch.filter(({ request }) => usedBefore.has(request.account));
        const completed = await complete(hold.unfinished, hold);
        const used = withCompleted(usedBefore, month, hold, completed);
        const requests = held.map(({ request }) => request);
        const stored = await ask(
          requests.flatMap(({ records }) => records),
          hold,
        );
        const { outcomes, fresh, charges } = decideWrite(requests, used, stored);
        if (fresh.length > 0) {
          const write = await hold.note(Map.groupBy(fresh, ({ account }) => account));
          await insert(fresh, write, hold);
        }
        return { result: outcomes, charges, completed };
      });
      for (const [index, outcome] of outcomes.entries()) held[index]?.resolve(outcome);
    } catch (error) {
      for (const { reject } of held) reject(error);
    }
    const answered = new Set(held);
    for (const waiting of batch) if (!answered.has(waiting)) this.#missed(waiting, turn);
  }

  #missed(waiting: Waiting, turn: Turn): void {
    if (turn === 'free') this.#enqueue('wait', waiting.request, waiting);
    else waiting.reject(overloaded());
  }
}

/** Charges of completed writes count against the quota of this flush already. */
function withCompleted(
  used: ReadonlyMap<number, number>,
  month: string,
  { unfinished }: LedgerHold,
  completed: ReadonlyMap<string, Completion>,
): ReadonlyMap<number, number> {
  if (completed.size === 0) return used;
  const sums = new Map(used);
  for (const write of unfinished)
    if (write.month === month && write.charged === null)
      sums.set(write.account, (sums.get(write.account) ?? 0) + (completed.get(write.id)?.stored ?? 0));
  return sums;
}
