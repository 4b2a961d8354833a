// What an outcome says about the rule: that the call has its score or will never have one, or that there is no sense in going on now.
import type { Outcome } from '#features/eval-runs';

/** True of every call that would come next. */
const WAITS: ReadonlySet<string> = new Set([
  'budget_exhausted',
  'judge_rate_limited',
  'unusable_criterion',
  'cancelled',
]);

/** Of the judge, or of this one call: a request can be too long, or of a kind that the model does not take. */
const AWAY: ReadonlySet<string> = new Set(['judge_unavailable', 'judge_timeout']);

export type Meaning = 'final' | 'wait' | 'away';

export function meaningOf({ reason }: Outcome): Meaning {
  if (reason === null) return 'final';
  if (WAITS.has(reason)) return 'wait';
  return AWAY.has(reason) ? 'away' : 'final';
}
