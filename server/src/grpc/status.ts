// Maps errors to gRPC codes. The code decides whether an exporter retries: it does after UNAVAILABLE and
// DEADLINE_EXCEEDED, and after RESOURCE_EXHAUSTED only with a retry delay.
import { status as Code, type StatusObject } from '@grpc/grpc-js';
import { AppError, type ErrorCode } from '#lib/app-error';
import { notOneMessage } from './inflate-once.ts';

const CODES: Readonly<Record<ErrorCode, Code>> = {
  bad_request: Code.INVALID_ARGUMENT,
  unauthorized: Code.UNAUTHENTICATED,
  payment_required: Code.FAILED_PRECONDITION,
  forbidden: Code.PERMISSION_DENIED,
  not_found: Code.NOT_FOUND,
  method_not_allowed: Code.UNIMPLEMENTED,
  conflict: Code.FAILED_PRECONDITION,
  too_large: Code.RESOURCE_EXHAUSTED,
  unsupported_media_type: Code.UNIMPLEMENTED,
  unprocessable: Code.INVALID_ARGUMENT,
  too_many_requests: Code.RESOURCE_EXHAUSTED,
  // A retry would fail again, as with a 500 over HTTP.
  internal: Code.INTERNAL,
  unavailable: Code.UNAVAILABLE,
};

/** An error, with a code if the default for its kind is not specific enough. */
export interface Refusal {
  error: AppError;
  code: Code;
}

export const refusalOf = (error: AppError, code: Code = CODES[error.code]): Refusal => ({ error, code });

/** DEADLINE_EXCEEDED is the right code, and exporters retry after it. */
export const late = (reason: string, message: string): Refusal =>
  refusalOf(new AppError('bad_request', reason, message), Code.DEADLINE_EXCEEDED);

/** Maps rejections by the library itself, before our code saw the call, to our errors. */
export function fromLibrary(status: Pick<StatusObject, 'code' | 'details'> | AppError): Refusal {
  if (status instanceof AppError) return refusalOf(status);
  switch (status.code) {
    case Code.RESOURCE_EXHAUSTED:
      return refusalOf(new AppError('too_large', 'body_too_large', 'The message is larger than 72 MiB.'));
    case Code.DEADLINE_EXCEEDED:
      return late('deadline_exceeded', 'The deadline of the call has passed.');
    case Code.UNIMPLEMENTED:
      return refusalOf(notOneMessage());
    default:
      return refusalOf(new AppError('bad_request', 'invalid_request', 'The call is not valid.'));
  }
}
