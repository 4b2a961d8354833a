// Names the configured judge and generator, and maps failures to errors of the interface.
import { AppError } from '#lib/app-error';
import type { Config } from '#config';
import { failedCall, type ModelFailure, type ModelRole } from './failure.ts';

type Models = Pick<Config, 'judge' | 'generator'>;

/** `provider/model`, as stored with a score. */
export const judgeName = ({ judge }: Models): string | null => judge && `${judge.provider}/${judge.model}`;

const UNAVAILABLE_SECONDS = 60;

/** For endpoints that need a model: throws a 503 before any work starts. */
export function requireModel(models: Models, role: ModelRole): void {
  if (!models[role]) throw modelErrorOf(failedCall(role, 'unconfigured'));
}

/** For requests that consist of a single answer. */
export function modelErrorOf({
  reason,
  message,
  retryAfterSeconds = UNAVAILABLE_SECONDS,
}: ModelFailure): AppError {
  if (reason === 'no_content' || reason === 'unusable_criterion')
    return new AppError('bad_request', reason, message);
  const code = reason === 'budget_exhausted' ? 'too_many_requests' : 'unavailable';
  return new AppError(code, reason, message, { retryAfterSeconds });
}
