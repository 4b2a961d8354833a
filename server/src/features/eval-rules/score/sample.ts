import { hash } from 'node:crypto';

const RANGE = 2 ** 32;

/**
 * Whether a call is in the sample of a rule. The ids alone decide: who looks again sees the same sample, a larger share has all that
 * a smaller one had, and two rules have different ones.
 */
export function inSample(ruleId: number, callId: string, pct: number): boolean {
  const drawn = Number.parseInt(hash('sha256', `${ruleId} ${callId}`, 'hex').slice(0, 8), 16);
  return drawn < (pct / 100) * RANGE;
}
