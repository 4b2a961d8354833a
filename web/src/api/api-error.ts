import { isTransient, TracewellError } from '@tracewell/sdk';

export { TracewellError as ApiError, UNEXPECTED_ANSWER, type FieldFault } from '@tracewell/sdk';

export const isApiError = (error: unknown): error is TracewellError => error instanceof TracewellError;

/** Whether a retry of the same request may succeed. */
export const mayPass = (error: unknown): boolean => !isApiError(error) || isTransient(error);
