// Runs an order to its end, with retries: for work that nobody watches.
import { SECOND_MS } from '#lib/clock';
import { backoffMs } from '#lib/backoff';
import { modelThrottle, streamModel, waitFor, type ModelSource } from '#services/models';
import { withStoredFiles } from '#services/media';
import type { Context } from '#core/context';
import { noteEvent, type PlayedRun } from './played-run.ts';

/** For temporary faults. After a rate limit it waits instead, up to the time limit of the connection. */
const MAX_TRIES = 3;
const MAY_PASS: ReadonlySet<string> = new Set([
  'provider_error',
  'malformed_answer',
  'unreachable',
  'timeout',
]);

interface RunOptions {
  purpose: string;
  signal: AbortSignal;
}

/**
 * Fills the run: with an answer, or with the last fault. Its cost is the sum of all attempts. Its latency is
 * that of the last attempt. Returns the number of attempts.
 */
export async function runPatiently(
  ctx: Context,
  source: ModelSource,
  run: PlayedRun,
  { purpose, signal }: RunOptions,
): Promise<number> {
  const { retry } = source.config;
  const throttle = modelThrottle(ctx, source);
  const deadline = performance.now() + retry.patienceMs;
  // The run keeps the references: its record refers to the same files.
  const order = await withStoredFiles(ctx, run.order);
  let tries = 0;
  for (let attempts = 0; ;) {
    // After a rate limit, the fault of the last attempt is the reason.
    if (!(await throttle.open(signal, deadline)) && attempts > 0) return attempts;
    attempts += 1;
    Object.assign(run, { text: '', toolCalls: [], tokens: null, ttftMs: null, finish: null, fault: null });
    const started = performance.now();
    for await (const event of streamModel(ctx, source, order, { purpose, signal }))
      noteEvent(run, event, Math.round(performance.now() - started));
    const fault: PlayedRun['fault'] = run.fault;
    if (fault === null) {
      throttle.worked();
      return attempts;
    }
    if (fault.reason === 'rate_limited') continue;
    tries += 1;
    if (!MAY_PASS.has(fault.reason) || tries >= MAX_TRIES || signal.aborted) return attempts;
    const asked = (fault.retryAfterSeconds ?? 0) * SECOND_MS;
    const ms = Math.max(backoffMs(tries, retry.firstMs, retry.capMs), asked);
    if (performance.now() + ms > deadline) return attempts;
    await waitFor(ms, signal);
  }
}
