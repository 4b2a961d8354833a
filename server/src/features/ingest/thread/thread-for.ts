// Whether a request is prepared by the thread. A thread takes memory and some time to start, so it runs only while so much arrives that
// the main thread would be noticeably late for everything else; then all but small requests go to it.
import { availableParallelism } from 'node:os';
import { SECOND_MS } from '#lib/clock';
import type { Context } from '#core/context';
import { perProcess } from '#core/process-state';
import { IngestThread } from './ingest-thread.ts';

/** A second, over a while. Of records without content that is about 900, which take a hundredth of a core. */
const STEADY_BYTES = 512 * 1024;
/** Beyond it, at once. */
const BURST_BYTES = 1024 * 1024;
/** Telling the thread of less takes longer than the work. */
const SMALL_BYTES = 4 * 1024;
const REST_AFTER_MS = 60 * SECOND_MS;
const MAX_FAILED_STARTS = 3;

export class ThreadUse {
  thread: IngestThread;
  readonly #always: boolean;
  /** Bytes that have arrived beyond the steady rate. */
  #level = 0;
  #at = performance.now();
  #wantedAt = 0;
  #resting: NodeJS.Timeout | null = null;

  constructor(thread: IngestThread, always: boolean) {
    this.thread = thread;
    this.#always = always;
  }

  /** Null: it is prepared on the main thread. */
  take(ctx: Context, bytes: number): IngestThread | null {
    const { thread } = this;
    // Where threads cannot be started, the work is done all the same.
    if (thread.failedStarts >= MAX_FAILED_STARTS) return null;
    if (this.#always) return thread;
    if (!this.#isBusy(bytes) && !thread.isReady) return null;
    if (thread.isReady) return bytes < SMALL_BYTES ? null : thread;
    const { providers, contentSearch: searchable } = ctx.config;
    thread.start({ providers, searchable });
    this.#resting ??= setInterval(() => this.#rest(), REST_AFTER_MS / 4).unref();
    return null;
  }

  async close(): Promise<void> {
    if (this.#resting) clearInterval(this.#resting);
    await this.thread.close();
  }

  #isBusy(bytes: number): boolean {
    const now = performance.now();
    const drained = ((now - this.#at) * STEADY_BYTES) / SECOND_MS;
    this.#at = now;
    this.#level = Math.min(2 * BURST_BYTES, Math.max(0, this.#level - drained) + bytes);
    if (this.#level > BURST_BYTES) this.#wantedAt = now;
    return this.#wantedAt === now;
  }

  #rest(): void {
    if (performance.now() - this.#wantedAt < REST_AFTER_MS) return;
    this.thread.rest();
  }
}

/** Null if no request is prepared by a thread in this process. */
export const threadUseOf = perProcess(({ config, records, log }, onEnd): ThreadUse | null => {
  // With one core the thread would only take turns with this one.
  const isOff =
    config.ingestThread === 'off' || (config.ingestThread === 'auto' && availableParallelism() < 2);
  if (isOff || !records.writeEncoded) return null;
  const isAlways = config.ingestThread === 'on';
  const thread = new IngestThread((error, what) => log.error({ err: error }, what));
  const use = new ThreadUse(thread, isAlways);
  if (isAlways) thread.start({ providers: config.providers, searchable: config.contentSearch });
  onEnd(() => use.close());
  return use;
});

/** Null: the request is prepared on the main thread. */
export const threadFor = (ctx: Context, bytes: number): IngestThread | null =>
  threadUseOf(ctx)?.take(ctx, bytes) ?? null;
