// The TypeScript client of the public interface, typed by the committed OpenAPI file.
export { BatchSender, type BatchOptions, type IncomingCall, type Rejection } from './batch.ts';
export { tracewell, unwrap, type TracewellClient, type TracewellOptions } from './client.ts';
export {
  errorOf,
  isTransient,
  REDIRECTED,
  TIMED_OUT,
  TracewellError,
  UNEXPECTED_ANSWER,
  UNREACHABLE,
  type FieldFault,
} from './errors.ts';
export type { components, paths } from './generated/interface.ts';
export type { Method, OperationAnswer, OperationInput, PathOf, Schemas } from './operations.ts';
export { REAL_TIME, retrying, waitBefore, type RetryOptions, type Time } from './retry.ts';
