// Whatever went wrong, as the one error that a client may see: what a store said becomes a 503 with a reason,
// anything unknown a 500 that gives nothing away. (The records store speaks in AppErrors already.)
import { AppError } from '#lib/app-error';
import { translate } from '#metadata';

export function toAppError(error: unknown): AppError {
  const known = translate(error);
  if (known instanceof AppError) return known;
  return new AppError('internal', 'internal_error', 'Something went wrong on our side. Please try again.', {
    cause: error,
  });
}
