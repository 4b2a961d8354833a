// The reason why there is no score. It is a value, not an exception, because a run stores it with the call.
import { NOT_RECORDED } from './recorded/not-recorded.ts';
import { say, type ModelSaid } from './sentences.ts';

/** Each may be another model of another vendor. */
export type ModelRole = 'judge' | 'generator' | 'embedder';

export type FailureReason =
  /** Not configured, unreachable, failing, or rejecting our requests. */
  | `${ModelRole}_unavailable`
  | `${ModelRole}_timeout`
  | `${ModelRole}_rate_limited`
  /** The answer had the wrong form, even after a correction. */
  | `${ModelRole}_bad_answer`
  | 'off_scale'
  /** The vendor or the model refused this content. */
  | 'refused'
  | 'no_content'
  | 'unusable_criterion'
  | 'budget_exhausted'
  | 'cancelled';

export interface ModelFailure {
  ok: false;
  reason: FailureReason;
  /** For people; without content, keys or text from the vendor. */
  said: ModelSaid;
  /** The cost of the failed attempts. */
  costMicros: number;
  /** Number of HTTP calls. */
  attempts: number;
  /** When a retry could succeed. */
  retryAfterSeconds?: number;
}

type Cause =
  | 'unconfigured'
  | 'unreachable'
  | 'failing'
  | 'rejected'
  | 'timeout'
  | 'rate_limited'
  | 'cancelled';

const NOTHING_SPENT = { costMicros: 0, attempts: 0 };

interface Spent {
  costMicros: number;
  attempts: number;
}

export function modelFailed(
  reason: FailureReason,
  said: ModelSaid,
  spent: Spent = NOTHING_SPENT,
): ModelFailure {
  return { ok: false, reason, said, costMicros: spent.costMicros, attempts: spent.attempts };
}

const SETTINGS: Record<ModelRole, string> = {
  judge: 'JUDGE',
  generator: 'GENERATOR',
  embedder: 'EMBEDDING',
};

/** Maps an error of a model call to a failure. */
export function failedCall(
  role: ModelRole,
  cause: Cause,
  spent: Spent = NOTHING_SPENT,
  { status, why }: { status?: number | undefined; why?: ModelRejection } = {},
): ModelFailure {
  const { attempts } = spent;
  const setting = (name: string) => `TRACEWELL_${SETTINGS[role]}_${name}`;
  switch (cause) {
    case 'unconfigured':
      if (role === 'embedder')
        return modelFailed(
          'embedder_unavailable',
          say('embedder_unconnected', { setting: setting('MODEL') }),
          spent,
        );
      return modelFailed(
        `${role}_unavailable`,
        say('model_unconnected', { role, setting: setting('PROVIDER') }),
        spent,
      );
    case 'unreachable':
      return modelFailed(`${role}_unavailable`, say('model_unreachable', { role, attempts }), spent);
    case 'failing':
      return modelFailed(
        `${role}_unavailable`,
        // A page of a proxy with status 200 is no answer of the model either.
        status === undefined || status < 400
          ? say('model_garbled', { role, attempts })
          : say('model_failing', { role, status, attempts }),
        spent,
      );
    case 'rejected':
      return modelFailed(
        `${role}_unavailable`,
        say('model_rejects', { role, status: status ?? 0, why: why ?? 'kind' }),
        spent,
      );
    case 'timeout':
      return modelFailed(`${role}_timeout`, say('model_timeout', { role, attempts }), spent);
    case 'rate_limited':
      return modelFailed(
        `${role}_rate_limited`,
        say('model_rate_limited', { role, setting: setting('CONCURRENCY') }),
        spent,
      );
    default:
      return modelFailed('cancelled', say('model_cancelled', {}), spent);
  }
}

export type ModelRejection = 'key' | 'address' | 'too_long' | 'credit' | 'unrecorded' | 'kind';

/** Some vendors answer 400 for a wrong key or an unknown model, and give the reason only in the body. */
export function rejectionOf(status: number, body: string): ModelRejection {
  if (status === 401 || status === 403 || /API_KEY_INVALID|API key not valid/.test(body)) return 'key';
  if (status === 400 && /invalid[_ ]model|model_not_found|unknown model/i.test(body)) return 'address';
  if (status === 422 && body.includes(`"${NOT_RECORDED.code}"`)) return 'unrecorded';
  if (status === 404) return 'address';
  if (status === 413) return 'too_long';
  return status === 402 || status === 429 ? 'credit' : 'kind';
}
