import { AppError } from '#lib/app-error';
import type { Peer } from '#core/endpoint';

/**
 * LangSmith for Python sends a batch again after 500 and 408 only; 503 and 429 are final for it. LangSmith
 * for JavaScript sends a multipart body again, without streaming, after 422.
 */
function errorStatus({ status, reason }: AppError): number {
  if (status === 503) return 500;
  return reason === 'invalid_multipart' ? 422 : status;
}

export const LANGSMITH: Peer = {
  name: 'langsmith',
  errorBody: ({ message, reason, details }) => ({ detail: message, reason, ...(details ? { details } : {}) }),
  errorStatus,
};

/** A client that had to wait until next month would hold its batches in memory that long. */
const QUOTA_RETRY_SECONDS = 60;

export const forClient = ({ code, reason, message }: AppError): AppError =>
  new AppError(code, reason, message, { retryAfterSeconds: QUOTA_RETRY_SECONDS });
