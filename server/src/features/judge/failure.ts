// Why there is no score. A value and not an exception: a run keeps it beside the call, and a person reads it there.

/** Who was asked: the two may be different models of different vendors. */
export type Role = 'judge' | 'generator';

export type FailureReason =
  /** Not configured, unreachable, failing, or turning our requests down. */
  | `${Role}_unavailable`
  | `${Role}_timeout`
  | `${Role}_rate_limited`
  /** Answered, and not in the form asked for, also when told what was wrong. */
  | `${Role}_bad_answer`
  | 'off_scale'
  /** The vendor or the model would not look at this content. */
  | 'refused'
  | 'no_content'
  | 'unusable_criterion'
  | 'budget_exhausted'
  | 'cancelled';

export interface Failure {
  ok: false;
  reason: FailureReason;
  /** For a person; without content, keys or the vendor's own words. */
  message: string;
  /** What the attempts cost all the same. */
  costMicros: number;
  /** HTTP calls that were made. */
  attempts: number;
  /** When trying again could help. */
  retryAfterSeconds?: number;
}

type Cause =
  | 'unconfigured'
  | 'unreachable'
  | 'failing'
  | 'turned_down'
  | 'timeout'
  | 'rate_limited'
  | 'cancelled';

export const NOTHING_SPENT = { costMicros: 0, attempts: 0 };

const NAME: Record<Role, string> = { judge: 'The judge', generator: 'The generator' };

export interface Spent {
  costMicros: number;
  attempts: number;
}

export function failed(reason: FailureReason, message: string, spent: Spent = NOTHING_SPENT): Failure {
  return { ok: false, reason, message, costMicros: spent.costMicros, attempts: spent.attempts };
}

/** The sentences for what goes wrong on the way to a model and back. */
export function failedCall(role: Role, cause: Cause, spent: Spent = NOTHING_SPENT, status?: number): Failure {
  const [reason, rest] = SAYINGS[cause];
  const times = spent.attempts === 1 ? 'once' : `${spent.attempts} times`;
  const message = rest({
    times,
    code: status === undefined ? '' : ` (HTTP ${status})`,
    why: advice(status),
    settings: `TRACEWELL_${role.toUpperCase()}`,
  });
  if (reason === 'cancelled') return failed(reason, message, spent);
  return failed(`${role}_${reason}`, `${NAME[role]} ${message}`, spent);
}

interface Words {
  times: string;
  code: string;
  why: string;
  settings: string;
}

const SAYINGS: Record<
  Cause,
  readonly ['unavailable' | 'timeout' | 'rate_limited' | 'cancelled', (words: Words) => string]
> = {
  unconfigured: [
    'unavailable',
    ({ settings }) => `is not configured: the operator sets ${settings}_PROVIDER and the settings beside it.`,
  ],
  unreachable: ['unavailable', ({ times }) => `could not be reached, tried ${times}. Try again later.`],
  failing: [
    'unavailable',
    ({ code, times }) => `answered with a fault${code}, tried ${times}. Try again later.`,
  ],
  turned_down: ['unavailable', ({ code, why }) => `turned the request down${code}: ${why}`],
  timeout: ['timeout', ({ times }) => `did not answer in time, tried ${times}.`],
  rate_limited: [
    'rate_limited',
    ({ settings }) =>
      `is limited in its rate by its provider, and there was no getting through in time. Try again later; the operator may lower ${settings}_CONCURRENCY.`,
  ],
  cancelled: ['cancelled', () => 'Cancelled before there was an answer.'],
};

function advice(status: number | undefined): string {
  if (status === 401 || status === 403) return 'its key is wrong or may not use this model.';
  if (status === 404) return 'there is no such model or address.';
  if (status === 413) return 'what it was sent is too long for it.';
  if (status === 402 || status === 429) return 'its account has no credit left.';
  return 'the model does not take requests of this kind, or this one is too long for it.';
}
