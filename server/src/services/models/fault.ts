// Why a request to a model failed, for the person who set its connection. The text of the vendor is added for
// a connection only: its admin chose the vendor, while the operator's vendor is not the account's business.
import { SECOND_MS } from '#lib/clock';
import { uncoded } from '#lib/sentences';
import type { LlmConfig } from '#config';
import type { ModelOutcome } from './call-model.ts';
import type { ModelRejection } from './failure.ts';
import { NOT_RECORDED } from './recorded/not-recorded.ts';
import type { ModelSaid } from './sentences.ts';

export const MODEL_FAULTS = [
  'wrong_key',
  'unknown_model',
  'too_long',
  'images_refused',
  'no_credit',
  'not_recorded',
  'rejected',
  'rate_limited',
  'provider_error',
  'malformed_answer',
  'unreachable',
  'blocked_address',
  'timeout',
  'cancelled',
  'budget_exhausted',
  'no_price',
] as const;
type ModelFaultReason = (typeof MODEL_FAULTS)[number];

export interface ModelFault {
  reason: ModelFaultReason;
  said: ModelSaid;
  /** The status of the vendor's answer. */
  status: number | null;
  /** The vendor's message, without the key. */
  detail: string | null;
  retryAfterSeconds: number | null;
}

/** As it is shown, and stored with a connection. */
export const shownFault = ({ said, ...fault }: ModelFault) => ({ ...fault, message: said.message });

const REJECTED: Record<ModelRejection, [ModelFaultReason, string]> = {
  key: ['wrong_key', 'The provider does not accept the key, or the key may not use this model.'],
  address: ['unknown_model', 'The provider has no such model, or the base URL is wrong.'],
  too_long: ['too_long', 'The request is too long for the model.'],
  credit: ['no_credit', 'The account at the provider has no credit left.'],
  unrecorded: [NOT_RECORDED.code, NOT_RECORDED.message],
  kind: ['rejected', 'The provider rejected the request.'],
};

/** Words of vendors for a model that accepts no images, or not these. */
const ABOUT_IMAGES = /image|vision|multi-?modal|content must be a string|media ?type|audio|pdf|file/i;

/** The same fault, or a fault about images if the vendor's message is about them. */
export const withImagesRefused = (fault: ModelFault, note: string): ModelFault =>
  (fault.reason === 'rejected' || fault.reason === 'unknown_model') && ABOUT_IMAGES.test(note)
    ? {
        ...fault,
        reason: 'images_refused',
        said: uncoded(
          'The provider refused the images or files. The model may not take them, or not of this kind or size.',
        ),
      }
    : fault;

type Unanswered = Exclude<ModelOutcome, { kind: 'answer' }>;

export function modelFaultOf(outcome: Unanswered, { guarded }: Pick<LlmConfig, 'guarded'>): ModelFault {
  const fault = (reason: ModelFaultReason, message: string, more: Partial<ModelFault> = {}): ModelFault => ({
    reason,
    said: uncoded(message),
    status: null,
    retryAfterSeconds: null,
    ...more,
    detail: (guarded ? more.detail : null) ?? null,
  });
  switch (outcome.kind) {
    case 'rejected': {
      const { status, note: detail, why } = outcome;
      // The message of the recording already has these details.
      return fault(...REJECTED[why], why === 'unrecorded' ? {} : { status, detail });
    }
    case 'limited':
      return fault('rate_limited', 'The provider limits the rate of requests. Try again later.', {
        status: 429,
        retryAfterSeconds: secondsOf(outcome.askedMs),
      });
    case 'failing': {
      const { status = null, note: detail, askedMs } = outcome;
      return status === null || status < 400
        ? fault('malformed_answer', 'The answer is not in the form of this provider.', { status, detail })
        : fault('provider_error', `The provider failed (HTTP ${status}). Try again later.`, {
            status,
            detail,
            retryAfterSeconds: secondsOf(askedMs),
          });
    }
    case 'unreachable':
      return outcome.refusal
        ? fault(
            isBlocked(outcome.refusal.reason) ? 'blocked_address' : 'unreachable',
            outcome.refusal.message,
          )
        : fault('unreachable', 'The provider could not be reached.');
    case 'not_understood':
      return fault(...REJECTED.kind);
    case 'timeout':
      return fault('timeout', 'The provider did not answer in time.');
    default:
      return fault('cancelled', 'The request was cancelled.');
  }
}

const isBlocked = (reason: string): boolean =>
  ['blocked_address', 'blocked_port', 'not_https', 'invalid_url', 'credentials_in_url'].includes(reason);

const secondsOf = (ms: number | null): number | null => (ms === null ? null : Math.ceil(ms / SECOND_MS));
