import type { AppError } from '#lib/app-error';
import { Reply, type Peer } from '#core/endpoint';

/** The receipts have a used-up quota already, so it is answered and not thrown. */
export function quotaReply({ errorBody, errorStatus }: Peer, error: AppError): Reply {
  const body = errorBody ? errorBody(error) : { error: error.message, reason: error.reason };
  const headers = { 'retry-after': String(error.retryAfterSeconds ?? 60) };
  return new Reply(errorStatus?.(error) ?? error.status, body, headers);
}
