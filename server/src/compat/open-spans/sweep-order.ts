import { SECOND_MS } from '#lib/clock';
import type { Enqueue } from '#core/jobs/job';

export const SWEEP = 'open-spans';

const SLOT_MS = 5 * SECOND_MS;

/** A run besides those of the schedule. Requests of a few seconds share one. */
export function sweepAt(ms: number): Enqueue {
  const slot = Math.floor(ms / SLOT_MS) + 1;
  return { name: SWEEP, uniqueKey: `${SWEEP}:${slot}`, runAt: slot * SLOT_MS, maxAttempts: 1 };
}
