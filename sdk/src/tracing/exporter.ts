// Sends ended spans and scores in batches, behind the program's back: `add` only puts something in a queue,
// everything else happens later. While the service is away, batches wait in memory, or in a spool if there is
// one.
import { errorOf, isTransient, toTracewellError, TracewellError } from '../errors.ts';
import type { Schemas } from '../operations.ts';
import { waitBefore } from '../retry.ts';
import { untraced } from './context.ts';
import { spanText, tracesBody, type EndedSpan } from './otlp.ts';
import { quietTimer } from './runtime.ts';

export type ScoreInput = Schemas['NewScore'];

export type SpoolKind = 'traces' | 'scores';

/** Keeps bodies that could not be sent, also beyond the end of the program. */
export interface Spool {
  /** False if there is no room. */
  put(body: string, kind: SpoolKind): Promise<boolean>;
  /** The oldest body that no other program is sending; `done` removes it, `back` leaves it for later. */
  take(): Promise<
    { body: string; kind: SpoolKind; done: () => Promise<void>; back: () => Promise<void> } | undefined
  >;
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

const PATHS: Readonly<Record<SpoolKind, string>> = { traces: '/otel/v1/traces', scores: '/v1/scores' };
const MAX_SPANS = 512;
const MAX_SCORES = 100;
const MAX_QUEUED_SCORES = 10_000;
/** The service takes 72 MiB, and a character may have three bytes. A smaller body is cheaper to repeat. */
const MAX_CHARACTERS = 2_000_000;
/** The limit for all waiting spans together. */
const MAX_QUEUED_CHARACTERS = 64_000_000;
const ATTEMPT_MS = 10_000;
/** How often the service is asked whether it is back, if there is nothing new to send. */
const SPOOLED_MS = 30_000;

interface Batch {
  body: string;
  kind: SpoolKind;
  count: number;
}

/** The texts make the size of a span; the rest of it is small. */
function charactersOf({ attributes }: EndedSpan): number {
  let sum = 0;
  for (const key in attributes) {
    const value = attributes[key];
    if (typeof value === 'string') sum += value.length;
  }
  return sum;
}

export class Exporter {
  readonly #options: ExporterOptions;
  #spans: EndedSpan[] = [];
  #spanCharacters = 0;
  #scores: ScoreInput[] = [];
  /** Could not be sent or spooled, and goes first. */
  #unsent: Batch | undefined;
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
    return !this.#hasMore && this.#working === undefined;
  }

  get #hasMore(): boolean {
    return this.#spans.length > 0 || this.#scores.length > 0 || this.#unsent !== undefined;
  }

  add(span: EndedSpan): void {
    const characters = charactersOf(span);
    if (
      this.#spans.length >= this.#options.maxQueued ||
      this.#spanCharacters + characters > MAX_QUEUED_CHARACTERS
    ) {
      this.#dropped += 1;
      return;
    }
    this.#spanCharacters += characters;
    this.#spans.push(span);
    if (this.#spans.length >= MAX_SPANS) void this.#start();
    else this.#startSoon(this.#options.delayMs);
  }

  addScore(score: ScoreInput): void {
    if (this.#scores.length >= MAX_QUEUED_SCORES) {
      this.#dropped += 1;
      return;
    }
    // The time at which it was given, not at which it is sent. The id makes it safe to send it twice.
    this.#scores.push({ id: crypto.randomUUID(), createdAt: new Date().toISOString(), ...score });
    this.#startSoon(this.#options.delayMs);
  }

  /** True when everything added before is with the service or in the spool; false when time is up. */
  async flush(timeoutMs: number): Promise<boolean> {
    if (this.isIdle && !this.#hasSpooled) return true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), timeoutMs);
    });
    try {
      return await Promise.race([this.#sent(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #sent(): Promise<boolean> {
    do {
      this.#wake?.();
      await this.#start();
    } while (this.#hasMore);
    return true;
  }

  #startSoon(ms: number): void {
    this.#cancelTimer ??= quietTimer(() => void this.#start(), ms);
  }

  #start(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#working ??= this.#work()
      .catch((error: unknown) => this.#report(toTracewellError(error)))
      .finally(() => {
        this.#working = undefined;
        if (this.#hasMore) this.#startSoon(this.#options.delayMs);
        else if (this.#hasSpooled) this.#startSoon(SPOOLED_MS);
      });
    return this.#working;
  }

  async #work(): Promise<void> {
    let failures = 0;
    /** Set while the service is known to be away: what follows goes to the spool at once. */
    let away: TracewellError | null = null;
    for (let batch = this.#next(); batch !== undefined; batch = this.#next()) {
      const error: TracewellError | null = away ?? (await this.#send(batch));
      if (error === null) {
        failures = 0;
      } else if (this.#mayPass(error)) {
        failures += 1;
        if (failures === 1) this.#report(error);
        if (await this.#spooled(batch)) {
          away = error;
        } else {
          away = null;
          this.#unsent = batch;
          await this.#pause(waitBefore(failures, error));
        }
      } else {
        this.#report(withCount(error, batch));
      }
    }
    if (this.#hasSpooled && failures === 0) await this.#drain();
    if (this.#dropped > 0) {
      this.#report(new Error(`${this.#dropped} spans or scores were dropped, because the queue was full.`));
      this.#dropped = 0;
    }
  }

  /** With a spool, a refused key can be put right without a loss. */
  #mayPass(error: TracewellError): boolean {
    const isKey = error.status === 401 || error.status === 403;
    return isTransient(error) || (isKey && this.#options.spool !== undefined);
  }

  /** Spans before scores, which are about them. */
  #next(): Batch | undefined {
    const unsent = this.#unsent;
    this.#unsent = undefined;
    return unsent ?? this.#nextSpans() ?? this.#nextScores();
  }

  /** Spans up to the size of a request. A span that cannot be written is left out. */
  #nextSpans(): Batch | undefined {
    while (this.#spans.length > 0) {
      const all: { span: EndedSpan; text: string }[] = [];
      let characters = 0;
      let taken = 0;
      for (const span of this.#spans) {
        if (taken >= MAX_SPANS || characters >= MAX_CHARACTERS) break;
        taken += 1;
        this.#spanCharacters -= charactersOf(span);
        try {
          const text = spanText(span);
          characters += text.length;
          all.push({ span, text });
        } catch (error) {
          this.#report(toTracewellError(error));
        }
      }
      this.#spans = this.#spans.slice(taken);
      if (all.length > 0) return { body: tracesBody(all), kind: 'traces', count: all.length };
    }
    this.#spanCharacters = 0;
    return undefined;
  }

  #nextScores(): Batch | undefined {
    const scores = this.#scores.splice(0, MAX_SCORES);
    if (scores.length === 0) return undefined;
    return { body: JSON.stringify({ scores }), kind: 'scores', count: scores.length };
  }

  async #send({ body, kind }: Pick<Batch, 'body' | 'kind'>): Promise<TracewellError | null> {
    const { url, headers, fetch } = this.#options;
    try {
      const response = await untraced(() =>
        fetch(url + PATHS[kind], {
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

  /** The service says which spans or scores of a body it did not store. */
  #reportRejected(answer: unknown): void {
    const { partialSuccess: part, rejected } = (answer ?? {}) as {
      partialSuccess?: { rejectedSpans?: unknown; errorMessage?: unknown };
      rejected?: unknown;
    };
    if (Number(part?.rejectedSpans) > 0) {
      const why = String(part?.errorMessage);
      this.#report(new Error(`${String(part?.rejectedSpans)} spans were not stored: ${why}`));
    }
    for (const score of Array.isArray(rejected) ? (rejected as { id?: unknown; reason?: unknown }[]) : []) {
      this.#report(new Error(`Score ${String(score.id)} was not stored: ${String(score.reason)}`));
    }
  }

  async #spooled({ body, kind }: Batch): Promise<boolean> {
    const isKept = (await this.#options.spool?.put(body, kind).catch(() => false)) ?? false;
    if (isKept) this.#hasSpooled = true;
    return isKept;
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
      const error = await this.#send(found);
      if (error !== null && this.#mayPass(error)) {
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
      // The program's own handler failed.
    }
  }
}

const withCount = (error: TracewellError, { count, kind }: Batch): Error =>
  new TracewellError(`${count} ${kind === 'traces' ? 'spans' : 'scores'} were refused. ${error.message}`, {
    status: error.status,
    reason: error.reason,
    cause: error,
  });
