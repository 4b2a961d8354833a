// The declaration of a background job. The queue is in job-queue.ts, the loop in jobs/.
import { AppError } from '#lib/app-error';
import { HOUR_MS } from '#lib/clock';
import type { SystemContext } from '#core/context';

export interface JobDefinition<Payload = unknown> {
  /** `noun-verb`; the operator API uses it too. */
  name: string;
  /** Cron expression in UTC, for scheduled jobs. */
  schedule?: string;
  maxAttempts?: number;
  firstRetryMs?: number;
  maxRetryMs?: number;
  /** A run that takes longer is aborted and retried. */
  timeoutMs?: number;
  /**
   * The job has this many dedicated slots, besides the few that all other jobs share. For jobs that mostly
   * wait for other services.
   */
  atOnce?: number;
  /**
   * Asked when the schedule is due. False if a run would find nothing to do: then none is queued, because
   * queueing, taking and finishing a job are three transactions. The answer is valid until the schedule is
   * due again.
   */
  hasWork?: (ctx: SystemContext) => boolean | Promise<boolean>;
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

/** Thrown by a job that cannot run yet. It is retried after `retryMs`, and the attempt does not count. */
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
  /** Not enqueued while a job with this key waits or runs. */
  uniqueKey?: string;
  maxAttempts?: number;
}
