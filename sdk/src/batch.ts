// Sends records in batches from a bounded queue. A record leaves the queue only when the service has answered
// for it: accepted, or rejected with a reason. After a failure the same records are sent again; the service
// stores an id once.
import { unwrap, type TracewellClient } from './client.ts';
import { isTransient, toTracewellError, TracewellError, UNEXPECTED_ANSWER } from './errors.ts';
import type { Schemas } from './operations.ts';
import { REAL_TIME, waitBefore, type Time } from './retry.ts';

export type IncomingCall = Schemas['IncomingCall'];

export interface Rejection {
  record: IncomingCall;
  /** A sentence about the field, the rule and the value. */
  reason: string;
  /** The machine-readable form of `reason`; null from an older service. */
  code: string | null;
  field: string | null;
}

export interface BatchOptions {
  /** Called with the records that the service will not store. They are not sent again. */
  onRejected: (rejections: Rejection[]) => void;
  /** Called for each failed request. Its records stay queued and are sent again. */
  onError?: (error: TracewellError) => void;
  /** How many records may wait; 10,000 unless set. */
  maxQueued?: number;
  /** How many bytes of JSON may wait; 64 MiB unless set. */
  maxQueuedBytes?: number;
  /** How long a record waits for others before it is sent; 1,000 ms unless set. */
  delayMs?: number;
  time?: Time;
}

/** The limits of POST /v1/ingest. */
const MAX_RECORDS = 100;
const MAX_BODY_BYTES = 1024 * 1024;

const ENVELOPE = ['{"records":[', ']}'] as const;
const ENVELOPE_BYTES = ENVELOPE.join('').length;

const MAX_QUEUED = 10_000;
const MAX_QUEUED_BYTES = 64 * 1024 * 1024;
const DELAY_MS = 1_000;
const CLOSE_MS = 10_000;

interface Queued {
  json: string;
  bytes: number;
}

/** A rejected record in the answer of the service. */
interface Rejected extends Partial<Pick<Rejection, 'code' | 'field'>> {
  id: string | null;
  reason: string;
}

interface Flush {
  /** How many records have to be answered. */
  until: number;
  resolve: () => void;
  reject: (error: Error) => void;
}

const encoder = new TextEncoder();

export class BatchSender {
  readonly #client: TracewellClient;
  readonly #options: BatchOptions;
  readonly #maxQueued: number;
  readonly #maxBytes: number;
  readonly #time: Time;
  readonly #stop = new AbortController();
  #queue: Queued[] = [];
  #bytes = 0;
  /** Records ever queued, and those of them that the service has answered for, in the same order. */
  #added = 0;
  #answered = 0;
  /** Up to here, records do not wait for a full request. */
  #due = 0;
  /** Smaller after the service found a request too large. */
  #batchSize = MAX_RECORDS;
  #waiting: (() => void)[] = [];
  #flushes: Flush[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending = false;
  #closed = false;

  constructor(client: TracewellClient, options: BatchOptions) {
    this.#client = client;
    this.#options = options;
    this.#maxQueued = options.maxQueued ?? MAX_QUEUED;
    this.#maxBytes = options.maxQueuedBytes ?? MAX_QUEUED_BYTES;
    this.#time = options.time ?? REAL_TIME;
  }

  /** How many records the service has not answered for yet. */
  get queued(): number {
    return this.#queue.length;
  }

  /** Waits while the queue is full. What is sent is the record as it is now. */
  async add(record: IncomingCall): Promise<void> {
    const item = this.#read(record);
    if (item === null) return;
    while (!this.#fits(item)) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      this.#requireOpen();
    }
    this.#push(item);
  }

  /** Does not wait: false if the queue is full, and then the record is not sent. */
  tryAdd(record: IncomingCall): boolean {
    const item = this.#read(record);
    if (item === null) return true;
    if (!this.#fits(item)) return false;
    this.#push(item);
    return true;
  }

  /**
   * Sends now, and waits until the service has answered for every record added before. It rejects if the
   * service refuses the request itself, for example because of a revoked key; the records stay queued.
   */
  flush(): Promise<void> {
    if (this.#answered >= this.#added) return Promise.resolve();
    const done = new Promise<void>((resolve, reject) => {
      this.#flushes.push({ until: this.#added, resolve, reject });
    });
    this.#sendAll();
    return done;
  }

  /** Takes no more records, sends what is queued, and returns the records that could not be sent in time. */
  async close({ timeoutMs = CLOSE_MS }: { timeoutMs?: number } = {}): Promise<{ unsent: IncomingCall[] }> {
    this.#closed = true;
    this.#wake();
    const limit = new AbortController();
    const late = this.#time.sleep(timeoutMs, limit.signal).catch(() => undefined);
    await Promise.race([this.flush().catch(() => undefined), late]);
    limit.abort();
    clearTimeout(this.#timer);
    this.#stop.abort();
    return { unsent: this.#queue.map(recordOf) };
  }

  /** Null if no request could carry it. */
  #read(record: IncomingCall): Queued | null {
    this.#requireOpen();
    const json = JSON.stringify(record);
    const bytes = encoder.encode(json).length;
    if (bytes + ENVELOPE_BYTES <= MAX_BODY_BYTES) return { json, bytes };
    const reason = `The record has ${bytes} bytes as JSON; a request takes at most ${MAX_BODY_BYTES}.`;
    this.#options.onRejected([{ record, reason, code: 'record_too_large', field: null }]);
    return null;
  }

  #requireOpen(): void {
    if (this.#closed) throw new Error('The batch sender is closed.');
  }

  /** A record larger than all the room fits into an empty queue. */
  #fits({ bytes }: Queued): boolean {
    if (this.#queue.length === 0) return true;
    return this.#queue.length < this.#maxQueued && this.#bytes + bytes <= this.#maxBytes;
  }

  #push(item: Queued): void {
    this.#queue.push(item);
    this.#bytes += item.bytes;
    this.#added += 1;
    this.#start();
  }

  /** Everything that is queued now is sent, also if it does not fill a request. */
  #sendAll(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due = this.#added;
    this.#start();
  }

  #start(): void {
    if (this.#sending || this.#queue.length === 0 || this.#stop.signal.aborted) return;
    if (!this.#isDue()) {
      this.#timer ??= setTimeout(() => this.#sendAll(), this.#options.delayMs ?? DELAY_MS);
      return;
    }
    this.#sending = true;
    void this.#drain().finally(() => {
      this.#sending = false;
      this.#start();
    });
  }

  #isDue(): boolean {
    return this.#queue.length >= this.#batchSize || this.#answered < this.#due;
  }

  /** One request at a time, in order. */
  async #drain(): Promise<void> {
    for (let attempt = 1; this.#isDue() && !this.#stop.signal.aborted;) {
      const batch = this.#next();
      try {
        this.#settle(batch, await this.#post(batch));
        attempt = 1;
      } catch (thrown) {
        if (this.#stop.signal.aborted) return;
        const error = toTracewellError(thrown);
        if (isAboutTheBody(error)) {
          this.#split(batch, error);
        } else {
          await this.#fail(error, attempt);
          attempt += 1;
        }
      }
    }
  }

  #next(): Queued[] {
    let bytes = ENVELOPE_BYTES;
    let count = 0;
    for (const item of this.#queue.slice(0, this.#batchSize)) {
      bytes += item.bytes + 1;
      if (count > 0 && bytes > MAX_BODY_BYTES) break;
      count += 1;
    }
    return this.#queue.slice(0, count);
  }

  async #post(batch: readonly Queued[]): Promise<Rejected[]> {
    const body = ENVELOPE[0] + batch.map(({ json }) => json).join(',') + ENVELOPE[1];
    const reply = await unwrap(
      this.#client.POST('/v1/ingest', {
        body: { records: [] },
        bodySerializer: () => body,
        signal: this.#stop.signal,
      }),
    );
    // A proxy may answer 200 in place of the service. Only an answer that counts the records is one.
    if (typeof reply?.accepted === 'number' && Array.isArray(reply.rejected)) return reply.rejected;
    throw new TracewellError('The answer does not count the records.', {
      status: 200,
      reason: UNEXPECTED_ANSWER,
    });
  }

  #settle(batch: readonly Queued[], rejected: readonly Rejected[]): void {
    this.#queue = this.#queue.slice(batch.length);
    for (const { bytes } of batch) this.#bytes -= bytes;
    this.#answered += batch.length;
    this.#wake();
    const done = this.#flushes.filter(({ until }) => until <= this.#answered);
    this.#flushes = this.#flushes.filter(({ until }) => until > this.#answered);
    for (const { resolve } of done) resolve();
    if (rejected.length > 0) this.#options.onRejected(rejectionsIn(batch, rejected));
  }

  /**
   * One bad record must not keep the others from being stored: the batch is halved until the bad one is
   * alone.
   */
  #split(batch: readonly Queued[], { message, reason: code }: TracewellError): void {
    if (batch.length > 1) {
      this.#batchSize = Math.ceil(batch.length / 2);
      return;
    }
    this.#batchSize = MAX_RECORDS;
    this.#settle(
      batch,
      batch.map((item) => ({ id: idOf(recordOf(item)), reason: message, code })),
    );
  }

  async #fail(failure: TracewellError, attempt: number): Promise<void> {
    this.#options.onError?.(failure);
    if (!isTransient(failure)) {
      const waiting = this.#flushes;
      this.#flushes = [];
      for (const { reject } of waiting) reject(failure);
    }
    await this.#time.sleep(waitBefore(attempt, failure), this.#stop.signal).catch(() => undefined);
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

const recordOf = ({ json }: Queued): IncomingCall => JSON.parse(json) as IncomingCall;

const isAboutTheBody = ({ status }: TracewellError): boolean => status === 400 || status === 413;

const MAX_ID = 256;

const idOf = ({ id }: { id?: unknown }): string | null =>
  typeof id === 'string' ? id.slice(0, MAX_ID) : null;

/** The service names rejected records by the beginning of their ids, in the order of the request. */
function rejectionsIn(batch: readonly Queued[], rejected: readonly Rejected[]): Rejection[] {
  const records = batch.map(recordOf);
  let from = 0;
  return rejected.flatMap(({ id, reason, code = null, field = null }) => {
    const at = records.findIndex((record, index) => index >= from && idOf(record) === id);
    const record = records[at];
    if (record === undefined) return [];
    from = at + 1;
    return [{ record, reason, code, field }];
  });
}
