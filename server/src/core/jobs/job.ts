// What a background job is, and how a feature hands one over. The queue itself is in job-queue.ts,
// the loop that runs it in jobs/.
import { AppError } from '#lib/app-error';
import { HOUR_MS } from '#lib/clock';
import type { SystemContext } from '#core/context';

export interface JobDefinition<Payload = unknown> {
  /** `noun-verb`; also what the operator API calls it by. */
  name: string;
  /** Cron expression in UTC, for jobs that run by the clock. */
  schedule?: string;
  maxAttempts?: number;
  firstRetryMs?: number;
  maxRetryMs?: number;
  /** A run that takes longer is given up and tried again. */
  timeoutMs?: number;
  /** It has places of its own, this many, beside the few that all others share: for what mostly waits for somebody else. */
  atOnce?: number;
  run: (ctx: SystemContext, payload: Payload, signal: AbortSignal) => Promise<void>;
}

export const JOB_DEFAULTS = {
  maxAttempts: 5,
  firstRetryMs: 5_000,
  maxRetryMs: HOUR_MS,
  timeoutMs: 300_000,
} as const;

export const job = <Payload>(definition: JobDefinition<Payload>): JobDefinition =>
  definition as unknown as JobDefinition;

/** Thrown by a job that cannot run yet: it is tried again after `retryMs`, and this attempt does not count. */
export class Postponed extends AppError {
  readonly retryMs: number;

  constructor(reason: string, message: string, retryMs: number) {
    super('unavailable', reason, message, { retryAfterSeconds: Math.ceil(retryMs / 1_000) });
    this.retryMs = retryMs;
  }
}

export interface Enqueue {
  name: string;
  payload?: unknown;
  runAt?: number;
  /** While a job with this key waits or runs, another one is not added. */
  uniqueKey?: string;
  maxAttempts?: number;
}
