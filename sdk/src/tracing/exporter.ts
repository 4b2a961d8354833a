// Sends ended spans in batches, behind the program's back: `add` only puts a span in a queue, everything else
// happens later. While the service is away, batches wait in memory, or in a spool if there is one.
import { errorOf, isTransient, toTracewellError, TracewellError } from '../errors.ts';
import { waitBefore } from '../retry.ts';
import { untraced } from './context.ts';
import { spanText, tracesBody, type EndedSpan } from './otlp.ts';
import { quietTimer } from './runtime.ts';

/** Keeps bodies that could not be sent, also beyond the end of the program. */
export interface Spool {
  /** False if there is no room. */
  put(body: string): Promise<boolean>;
  /** The oldest body that no other program is sending; `done` removes it, `back` leaves it for later. */
  take(): Promise<{ body: string; done: () => Promise<void>; back: () => Promise<void> } | undefined>;
}

interface ExporterOptions {
  url: string;
  headers: Record<string, string>;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  onError: (error: Error) => void;
  spool?: Spool | undefined;
  /** How long a span waits for others. */
  delayMs: number;
  maxQueued: number;
}

const MAX_SPANS = 512;
/** The service takes 16 MiB. A smaller body is cheaper to repeat. */
const MAX_CHARACTERS = 4_000_000;
const MAX_WAITING_CHARACTERS = 32_000_000;
const ATTEMPT_MS = 10_000;
/** How often the service is asked whether it is back, if there is nothing new to send. */
const SPOOLED_MS = 30_000;

interface Batch {
  body: string;
  count: number;
}

export class Exporter {
  readonly #options: ExporterOptions;
  #queue: EndedSpan[] = [];
  /** Encoded and not yet sent, oldest first. */
  #waiting: Batch[] = [];
  #dropped = 0;
  #cancelTimer: (() => void) | undefined;
  #working: Promise<void> | undefined;
  #wake: (() => void) | undefined;
  #hasSpooled: boolean;

  constructor(options: ExporterOptions) {
    this.#options = options;
    // An earlier run of the program may have left something.
    this.#hasSpooled = options.spool !== undefined;
  }

  get isIdle(): boolean {
    return this.#queue.length === 0 && this.#waiting.length === 0 && this.#working === undefined;
  }

  add(span: EndedSpan): void {
    if (this.#queue.length >= this.#options.maxQueued) {
      this.#dropped += 1;
      return;
    }
    this.#queue.push(span);
    if (this.#queue.length >= MAX_SPANS) void this.#start();
    else this.#cancelTimer ??= quietTimer(() => void this.#start(), this.#options.delayMs);
  }

  /** True when every span added before is with the service or in the spool; false when time is up. */
  async flush(timeoutMs: number): Promise<boolean> {
    if (this.isIdle && !this.#hasSpooled) return true;
    this.#wake?.();
    const sent = this.#start().then(() => true);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), timeoutMs);
    });
    try {
      return await Promise.race([sent, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #start(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#working ??= this.#work()
      .catch((error: unknown) => this.#report(toTracewellError(error)))
      .finally(() => {
        this.#working = undefined;
        const waitMs = this.#queue.length > 0 ? this.#options.delayMs : this.#hasSpooled ? SPOOLED_MS : null;
        if (waitMs !== null) this.#cancelTimer ??= quietTimer(() => void this.#start(), waitMs);
      });
    return this.#working;
  }

  async #work(): Promise<void> {
    let failures = 0;
    for (;;) {
      const batch = this.#waiting.shift() ?? this.#encode();
      if (batch === undefined) break;
      const error = await this.#send(batch.body);
      if (error === null) {
        failures = 0;
      } else if (isTransient(error)) {
        failures += 1;
        const isSafe = await this.#keep(batch);
        if (failures === 1) this.#report(error);
        if (!(isSafe && this.#queue.length === 0)) await this.#pause(waitBefore(failures, error));
      } else {
        this.#report(withCount(error, batch.count));
      }
    }
    if (this.#hasSpooled && failures === 0) await this.#drain();
    if (this.#dropped > 0) {
      this.#report(new Error(`${this.#dropped} spans were dropped, because the queue was full.`));
      this.#dropped = 0;
    }
  }

  /** Spans up to the size of a request. A span that cannot be written is left out. */
  #encode(): Batch | undefined {
    const all: { span: EndedSpan; text: string }[] = [];
    let characters = 0;
    let taken = 0;
    for (const span of this.#queue) {
      if (taken >= MAX_SPANS || characters >= MAX_CHARACTERS) break;
      taken += 1;
      try {
        const text = spanText(span);
        characters += text.length;
        all.push({ span, text });
      } catch (error) {
        this.#report(toTracewellError(error));
      }
    }
    this.#queue = this.#queue.slice(taken);
    return all.length === 0 ? undefined : { body: tracesBody(all), count: all.length };
  }

  async #send(body: string): Promise<TracewellError | null> {
    const { url, headers, fetch } = this.#options;
    try {
      const response = await untraced(() =>
        fetch(`${url}/otel/v1/traces`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body,
          redirect: 'manual',
          signal: AbortSignal.timeout(ATTEMPT_MS),
        }),
      );
      const answer: unknown = await response.json().catch(() => null);
      if (!response.ok) return errorOf(response, answer);
      this.#reportRejected(answer);
      return null;
    } catch (error) {
      return toTracewellError(error);
    }
  }

  #reportRejected(answer: unknown): void {
    const { rejectedSpans, errorMessage } =
      (answer as { partialSuccess?: { rejectedSpans?: unknown; errorMessage?: unknown } } | null)
        ?.partialSuccess ?? {};
    if (Number(rejectedSpans) > 0) {
      this.#report(new Error(`${String(rejectedSpans)} spans were not stored: ${String(errorMessage)}`));
    }
  }

  /** True if the batch is in the spool. */
  async #keep(batch: Batch): Promise<boolean> {
    const { spool } = this.#options;
    if (spool !== undefined && (await spool.put(batch.body).catch(() => false))) {
      this.#hasSpooled = true;
      return true;
    }
    this.#waiting.unshift(batch);
    let characters = 0;
    const kept = this.#waiting.filter(({ body, count }) => {
      characters += body.length;
      if (characters <= MAX_WAITING_CHARACTERS) return true;
      this.#dropped += count;
      return false;
    });
    this.#waiting = kept;
    return false;
  }

  /** Sends what an outage left behind, until the service is away again. */
  async #drain(): Promise<void> {
    const { spool } = this.#options;
    for (;;) {
      const found = await spool?.take().catch(() => undefined);
      if (found === undefined) {
        this.#hasSpooled = false;
        return;
      }
      const error = await this.#send(found.body);
      if (error !== null && isTransient(error)) {
        await found.back();
        return;
      }
      await found.done();
      if (error !== null) this.#report(error);
    }
  }

  /** Ends early if someone flushes. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        cancel();
        this.#wake = undefined;
        resolve();
      };
      const cancel = quietTimer(wake, ms);
      this.#wake = wake;
    });
  }

  #report(error: Error): void {
    try {
      this.#options.onError(error);
    } catch {
      // The program's own handler failed; there is nobody left to ask.
    }
  }
}

const withCount = (error: TracewellError, count: number): Error =>
  new TracewellError(`${count} spans were refused. ${error.message}`, {
    status: error.status,
    reason: error.reason,
    cause: error,
  });
