// Chooses the thread that prepares a request. A second thread needs memory and time to start, so it runs only while
// so much arrives that this one would be noticeably late for everything else. Then all but small requests go to it.
import { availableParallelism } from 'node:os';
import { SECOND_MS } from '#lib/clock';
import type { Context } from '#core/context';
import { messageMemory, type KnownMessages } from '#core/content/messages/message-memory';
import { perProcess } from '#core/process-state';
import { inThisThread, type Preparer } from '../preparer.ts';
import { IngestThread } from './ingest-thread.ts';
import type { ThreadData } from './messages.ts';

/** Per second, on average: about 900 records without content, which take a hundredth of a core. */
const STEADY_BYTES = 512 * 1024;
/** Above the steady rate; more than this starts the thread. */
const BURST_BYTES = 1024 * 1024;
/** For less, the message to the thread takes longer than the work. */
const SMALL_BYTES = 4 * 1024;
/** More would hold up the main thread noticeably, so the request waits until the thread has started. */
const LARGE_BYTES = 256 * 1024;
const REST_AFTER_MS = 60 * SECOND_MS;
const MAX_FAILED_STARTS = 3;

export class ThreadUse {
  thread: IngestThread;
  readonly #always: boolean;
  /** Bytes above the steady rate. */
  #level = 0;
  #at = performance.now();
  #wantedAt = 0;
  #resting: NodeJS.Timeout | null = null;

  constructor(thread: IngestThread, always: boolean) {
    this.thread = thread;
    this.#always = always;
  }

  preparerFor(ctx: Context, bytes: number): Preparer {
    const { thread } = this;
    // If threads cannot be started, this one does the work.
    if (thread.failedStarts >= MAX_FAILED_STARTS) return inThisThread;
    if (this.#always) return thread;
    const isLarge = bytes > LARGE_BYTES;
    if (!this.#isBusy(bytes) && !isLarge && !thread.isReady) return inThisThread;
    if (thread.isReady) return bytes < SMALL_BYTES ? inThisThread : thread;
    thread.start(threadDataOf(ctx.config));
    this.#resting ??= setInterval(() => this.#rest(), REST_AFTER_MS / 4).unref();
    return isLarge ? thread : inThisThread;
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

const threadDataOf = ({
  providers,
  contentSearch: searchable,
  contentLimit,
}: Context['config']): ThreadData => ({ providers, searchable, contentLimit });

/** Null if this process has no second thread. */
export const threadUseOf = perProcess(({ config, log }, onEnd): ThreadUse | null => {
  // On one core, the thread would only compete with this one.
  const isOff =
    config.ingestThread === 'off' || (config.ingestThread === 'auto' && availableParallelism() < 2);
  if (isOff) return null;
  const isAlways = config.ingestThread === 'on';
  const thread = new IngestThread((error, what) => log.error({ err: error }, what));
  const use = new ThreadUse(thread, isAlways);
  if (isAlways) thread.start(threadDataOf(config));
  onEnd(() => use.close());
  return use;
});

/** Messages that are on disk: both threads may share them. */
export function learnMessages(ctx: Context, messages: KnownMessages): void {
  if (messages.length === 0) return;
  messageMemory.learn(messages);
  threadUseOf(ctx)?.thread.learn(messages);
}

export const preparerFor = (ctx: Context, bytes: number): Preparer =>
  threadUseOf(ctx)?.preparerFor(ctx, bytes) ?? inThisThread;
