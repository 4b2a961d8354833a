// Translates the engine's errors into those that a caller can act on. The original text stays in `cause`, for
// the log.
import { ClickHouseError } from '@clickhouse/client';
import { AppError, unavailable } from '#lib/app-error';

interface Trouble {
  reason: string;
  sentence: string;
}

const UNREACHABLE: Trouble = {
  reason: 'records_unavailable',
  sentence: 'The records store cannot be reached right now. Try again in a moment.',
};
const FULL: Trouble = {
  reason: 'records_unavailable',
  sentence: 'The disk of the records store is full. An operator has to make room; nothing stored was lost.',
};
const MEMORY: Trouble = {
  reason: 'query_too_large',
  sentence: 'The query needs more memory than the limit allows. Use a shorter time window.',
};
const NO_MEMORY: Trouble = {
  reason: 'records_busy',
  sentence:
    'The records store has no memory left for this query. Try again in a moment, or use a shorter time window.',
};
const SLOW: Trouble = {
  reason: 'query_too_slow',
  sentence: 'The query took longer than the time limit. Use a shorter time window, or try again.',
};
const BUSY: Trouble = {
  reason: 'records_busy',
  sentence: 'The records store has more work than it can handle. Try again in a moment.',
};

/** ClickHouse error codes that describe the state of the store, not our statement. */
const BY_CODE: Record<string, Trouble> = {
  '75': FULL, // CANNOT_WRITE_TO_FILE_DESCRIPTOR: what the file system answered, almost always ENOSPC
  '243': FULL, // NOT_ENOUGH_SPACE
  '241': MEMORY, // MEMORY_LIMIT_EXCEEDED
  '159': SLOW, // TIMEOUT_EXCEEDED
  '160': SLOW, // TOO_SLOW
  '202': BUSY, // TOO_MANY_SIMULTANEOUS_QUERIES
  '252': BUSY, // TOO_MANY_PARTS
  '198': UNREACHABLE, // DNS_ERROR
  '209': UNREACHABLE, // SOCKET_TIMEOUT
  '210': UNREACHABLE, // NETWORK_ERROR
  '236': UNREACHABLE, // ABORTED: the engine is shutting down
  '242': UNREACHABLE, // TABLE_IS_READ_ONLY: a replica without its keeper
  '279': UNREACHABLE, // ALL_CONNECTION_TRIES_FAILED
  '319': UNREACHABLE, // UNKNOWN_STATUS_OF_INSERT
  '516': UNREACHABLE, // AUTHENTICATION_FAILED: the password was changed under us
  '999': UNREACHABLE, // KEEPER_EXCEPTION
};

const troubled = ({ reason, sentence }: Trouble, cause?: Error): AppError =>
  unavailable(reason, sentence, cause);

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** The limit of the whole engine, not of the statement. */
const OF_ALL = /\(total\) memory limit exceeded/i;

/** Includes the text of the cause: errors of streams wrap the original. */
const textOf = (error: Error): string =>
  error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message;

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

const closedOrTimedOut = (error: Error): boolean =>
  /^Timeout error|socket hang up|connection is closed/i.test(error.message);

export const isEngineError = (error: unknown, code: number): boolean =>
  error instanceof Error && codeOf(error) === String(code);

/** The query needed more memory than one may have. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof AppError && error.reason === MEMORY.reason;

/** The error to throw instead of the engine's; our own bugs are returned unchanged. */
export function translateRecords(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const code = codeOf(error);
  // The in-process binding has its own ClickHouseError class, so only the code is checked.
  const known = error instanceof ClickHouseError || /^\d+$/.test(code) ? BY_CODE[code] : undefined;
  if (known === MEMORY && OF_ALL.test(textOf(error))) return troubled(NO_MEMORY, error);
  if (known !== undefined) return troubled(known, error);
  if (/no space left on device/i.test(error.message)) return troubled(FULL, error);
  if (SOCKET_CODES.has(code) || closedOrTimedOut(error)) {
    return troubled(UNREACHABLE, error);
  }
  return error;
}

export const recordsUnreachable = (): AppError => troubled(UNREACHABLE);

export const recordsBusy = (): AppError => troubled(BUSY);

export const recordsClosed = (): AppError =>
  unavailable('records_unavailable', 'The service is shutting down. Try again in a moment.');
