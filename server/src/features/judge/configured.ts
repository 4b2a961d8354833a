// Who the judge and the generator are, for those who only want to know, and what a failure is at the interface.
import { AppError } from '#lib/app-error';
import type { Config } from '#config';
import { failedCall, type Failure, type Role } from './failure.ts';

type Models = Pick<Config, 'judge' | 'generator'>;

export const judgeConfigured = ({ judge }: Models): boolean => judge !== null;
export const generatorConfigured = ({ generator }: Models): boolean => generator !== null;

/** `provider/model`, as it is kept with a score. */
export const judgeName = ({ judge }: Models): string | null => judge && `${judge.provider}/${judge.model}`;

const UNAVAILABLE_SECONDS = 60;

/** For endpoints that cannot do without: 503 before anything begins. */
export function requireModel(models: Models, role: Role): void {
  if (!models[role]) throw errorOf(failedCall(role, 'unconfigured'));
}

/** Where one answer is the whole request. */
export function errorOf({ reason, message, retryAfterSeconds = UNAVAILABLE_SECONDS }: Failure): AppError {
  if (reason === 'no_content' || reason === 'unusable_criterion')
    return new AppError('bad_request', reason, message);
  const code = reason === 'budget_exhausted' ? 'too_many_requests' : 'unavailable';
  return new AppError(code, reason, message, { retryAfterSeconds });
}
