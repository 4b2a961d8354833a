import { hash } from 'node:crypto';

const RANGE = 2 ** 32;

/**
 * Whether a call is in the sample of a rule. Only the ids decide: the sample is deterministic, a larger share
 * contains every smaller one, and two rules have different samples.
 */
export function inSample(ruleId: number, callId: string, pct: number): boolean {
  const drawn = Number.parseInt(hash('sha256', `${ruleId} ${callId}`, 'hex').slice(0, 8), 16);
  return drawn < (pct / 100) * RANGE;
}
