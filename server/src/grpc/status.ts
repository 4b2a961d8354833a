// Errors as gRPC says them. The code decides whether an exporter sends the same again: of those below it does so after
// UNAVAILABLE and DEADLINE_EXCEEDED, and after RESOURCE_EXHAUSTED only when told how long to wait.
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
  too_many_requests: Code.RESOURCE_EXHAUSTED,
  // Sent again it would fail again; as over HTTP, where 500 is not tried again either.
  internal: Code.INTERNAL,
  unavailable: Code.UNAVAILABLE,
};

/** An error, and the code where the one of its kind does not say enough. */
export interface Refusal {
  error: AppError;
  code: Code;
}

export const refusalOf = (error: AppError, code: Code = CODES[error.code]): Refusal => ({ error, code });

/** The one code for it, and one after which exporters try again. */
export const late = (reason: string, message: string): Refusal =>
  refusalOf(new AppError('bad_request', reason, message), Code.DEADLINE_EXCEEDED);

/** What the library turns down by itself, before anything of ours has seen it, in our words. */
export function fromLibrary(status: Pick<StatusObject, 'code' | 'details'> | AppError): Refusal {
  if (status instanceof AppError) return refusalOf(status);
  switch (status.code) {
    case Code.RESOURCE_EXHAUSTED:
      return refusalOf(new AppError('too_large', 'body_too_large', 'The message is larger than 1 MiB.'));
    case Code.DEADLINE_EXCEEDED:
      return late('deadline_exceeded', 'The deadline of the call has passed.');
    case Code.UNIMPLEMENTED:
      return refusalOf(notOneMessage());
    default:
      return refusalOf(new AppError('bad_request', 'invalid_request', 'The call is not valid.'));
  }
}
