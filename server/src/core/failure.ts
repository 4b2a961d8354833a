// Turns any error into one that a client may see. A failing store becomes a 503 with a reason; an unknown
// error becomes a 500 without details. The records store already throws AppErrors.
import { AppError } from '#lib/app-error';
import { translate } from '#metadata';

export function toAppError(error: unknown): AppError {
  const known = translate(error);
  if (known instanceof AppError) return known;
  return new AppError('internal', 'internal_error', 'Something went wrong on our side. Please try again.', {
    cause: error,
  });
}
