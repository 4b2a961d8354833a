// Long work, such as asking a model about many items. It is done in slices, so that other jobs get their turn.
// A person can pause or end it in the middle of a slice.
import { HOUR_MS, MINUTE_MS, SECOND_MS, type Clock } from '#lib/clock';
import type { SystemContext } from '#core/context';
import type { Enqueue } from './job.ts';
import type { JobSlice } from './job-slice.ts';

const SLICE_MS = 20 * SECOND_MS;
const LOOK_MS = SECOND_MS;
/** How long the work is retried while a dependency is unavailable. */
const GIVE_UP_MS = 6 * HOUR_MS;

/** The options of the job that does the work. */
export const SLICED_JOB = {
  firstRetryMs: SECOND_MS,
  maxRetryMs: MINUTE_MS,
  timeoutMs: 10 * MINUTE_MS,
} as const;

/** The job of one slice. `key` names the work and the slice. */
export const sliceJob = (name: string, key: string, payload: unknown): Enqueue => ({
  name,
  payload,
  uniqueKey: key,
  maxAttempts: 1_000,
});

export interface SlicedWork {
  /** For the log. */
  about: Record<string, unknown>;
  beganAt: number;
  /**
   * Asked every second. Paused work begins nothing new and waits for the items in progress; ended work aborts
   * them.
   */
  state: () => Promise<'going' | 'paused' | 'ended'>;
  /** `ended` is aborted when the work is ended, and with it the signal of the slice. */
  slice: (slice: JobSlice, ended: AbortSignal) => Promise<'all' | 'more' | 'stopped'>;
  /** Enqueues the next slice. */
  enqueueNext: () => Promise<unknown>;
  finish: () => Promise<void>;
  /** Whether the next attempt would fail in the same way. */
  isLasting?: (error: unknown) => boolean;
  giveUp: (error: unknown) => Promise<void>;
}

/**
 * Does one slice, then enqueues the next one or finishes the work. After an error the job is retried until the
 * work is given up.
 */
export async function workInSlices(
  { clock, log }: Pick<SystemContext, 'clock' | 'log'>,
  signal: AbortSignal,
  work: SlicedWork,
): Promise<void> {
  try {
    const left = await oneSlice(clock, signal, work);
    if (left === 'all') await work.finish();
    else if (left === 'more') await work.enqueueNext();
  } catch (error) {
    const isOver = work.isLasting?.(error) || clock.now() - work.beganAt >= GIVE_UP_MS;
    if (signal.aborted || !isOver) throw error;
    log.error({ err: error, ...work.about }, 'long work given up');
    await work.giveUp(error);
  }
}

async function oneSlice(
  clock: Clock,
  signal: AbortSignal,
  { state, slice }: Pick<SlicedWork, 'state' | 'slice'>,
): Promise<'all' | 'more' | 'stopped'> {
  const [ended, paused] = [new AbortController(), new AbortController()];
  const look = async (): Promise<void> => {
    const now = await state();
    if (now === 'ended') ended.abort(new Error('Someone ended the work.'));
    else if (now === 'paused') paused.abort();
  };
  const looking = setInterval(() => {
    void look().catch(() => undefined); // The store is unavailable; the next look may succeed.
  }, LOOK_MS);
  const until = clock.now() + SLICE_MS;
  try {
    const isOver = () => paused.signal.aborted || clock.now() >= until;
    const left = await slice({ signal: AbortSignal.any([signal, ended.signal]), isOver }, ended.signal);
    return ended.signal.aborted || paused.signal.aborted ? 'stopped' : left;
  } catch (error) {
    if (!ended.signal.aborted) throw error;
    return 'stopped';
  } finally {
    clearInterval(looking);
  }
}
