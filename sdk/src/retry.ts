// Repeats a request after a temporary failure, for a limited time. All clients of the service share this
// policy: the sdk's own requests, the batch sender, the command line and the dashboard.
import { isTransient, toTracewellError, type TracewellError } from './errors.ts';

/** Replaced in tests. */
export interface Time {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<unknown>;
}

export interface RetryOptions {
  /** How long to go on after the first failure; 10,000 ms unless set. */
  patienceMs?: number;
  /** The same if the service says when to come back (Retry-After); `patienceMs` unless set. */
  busyPatienceMs?: number;
  onRetry?: (error: TracewellError, waitMs: number) => void;
  /** Which errors to retry; temporary ones unless set. */
  isRetryable?: (error: TracewellError) => boolean;
  signal?: AbortSignal;
  time?: Time;
}

const PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** Timers cannot wait longer: they would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const REAL_TIME: Time = { now: () => performance.now(), sleep };

/**
 * The wait before the next attempt. It doubles from attempt to attempt and varies, so that clients that
 * failed together do not come back together. It is never shorter than what the service asks for.
 */
export function waitBefore(attempt: number, { retryAfterMs }: TracewellError): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
  return Math.min(Math.max(pause * (0.75 + Math.random() / 4), retryAfterMs ?? 0), LONGEST_TIMER_MS);
}

/** Throws the last error, as a TracewellError, when it is final or patience has run out. */
export async function retrying<T>(send: () => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { time = REAL_TIME, isRetryable = isTransient, signal, onRetry } = options;
  const { patienceMs = PATIENCE_MS, busyPatienceMs = patienceMs } = options;
  const began = time.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (thrown) {
      if (signal?.aborted) throw signal.reason;
      const error = toTracewellError(thrown);
      const wait = waitBefore(attempt, error);
      const until = began + (error.retryAfterMs === null ? patienceMs : busyPatienceMs);
      if (!isRetryable(error) || time.now() + wait > until) throw error;
      onRetry?.(error, wait);
      await time.sleep(wait, signal);
    }
  }
}

/** Rejects with the reason of the signal when it aborts. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
