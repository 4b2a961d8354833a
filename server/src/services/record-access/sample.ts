import { hash } from 'node:crypto';

const RANGE = 2 ** 32;

/**
 * Whether a call is in the sample of a rule or a queue. Only the ids decide: the sample is deterministic, a
 * larger share contains every smaller one, and two owners have different samples.
 */
export function inSample(ownerId: number | string, callId: string, pct: number): boolean {
  const drawn = Number.parseInt(hash('sha256', `${ownerId} ${callId}`, 'hex').slice(0, 8), 16);
  return drawn < (pct / 100) * RANGE;
}
