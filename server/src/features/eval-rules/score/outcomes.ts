// Classifies an outcome: the call is done, or the rule should stop for now.
import type { ScoreOutcome } from '#services/scores';

/** Reasons that apply to every following call. */
const WAITS: ReadonlySet<string> = new Set([
  'budget_exhausted',
  'judge_rate_limited',
  'embedder_rate_limited',
  'unusable_criterion',
  'cancelled',
]);

/**
 * Caused by the model or by this one call: a request can be too long, or of a kind that the model does not
 * accept.
 */
const AWAY: ReadonlySet<string> = new Set([
  'judge_unavailable',
  'judge_timeout',
  'embedder_unavailable',
  'embedder_timeout',
]);

type Meaning = 'final' | 'wait' | 'away';

export function meaningOf({ reason }: ScoreOutcome): Meaning {
  if (reason === null) return 'final';
  if (WAITS.has(reason)) return 'wait';
  return AWAY.has(reason) ? 'away' : 'final';
}
