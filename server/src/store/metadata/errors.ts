// Translates the errors of both engines into ours.
import { AppError, unavailable } from '#lib/app-error';

interface EngineError {
  code?: unknown;
  errcode?: unknown;
  message?: unknown;
}

const PG_UNIQUE = '23505';
// SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY
const SQLITE_UNIQUE = new Set([2067, 1555]);
const PG_RETRY = new Set(['40001', '40P01']);
// Text that PostgreSQL cannot store, mostly U+0000
const PG_NOT_TEXT = new Set(['22021', '22P05']);
// Out of the range of the column's type, or malformed: the driver writes 1e21 in a form that PostgreSQL does
// not accept as an integer
const PG_NOT_NUMBER = new Set(['22003', '22P02']);
// Primary result codes: BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN
const SQLITE_UNAVAILABLE = new Set([5, 6, 8, 10, 13, 14]);
const SQLITE_FULL = 13;
// Connection failures, operator intervention and time limits, insufficient resources, read-only after a
// failover, locks that were not available, conflicts that persisted through every retry
const PG_UNAVAILABLE = /^(08|57|53|25006|58|55P03|40001|40P01)/;
const SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EPIPE',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);
const PG_CLIENT =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered|Client was closed|Query read timeout/;

const shape = (error: unknown): EngineError => (typeof error === 'object' && error !== null ? error : {});

export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = shape(error);
  return code === PG_UNIQUE || (typeof errcode === 'number' && SQLITE_UNIQUE.has(errcode));
}

/** Two transactions conflicted and the engine aborted one. That one can be retried. */
export const isRetryable = (error: unknown): boolean => PG_RETRY.has(String(shape(error).code));

/** A statement got no answer in time. Its connection may hang as long as the network does. */
export const isTimedOut = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/**
 * An engine that is unreachable or full becomes a 503 that says so; any other error is returned unchanged.
 */
export function translate(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { code, errcode, message } = shape(error);
  if (typeof errcode === 'number') {
    const primary = errcode & 0xff;
    if (primary === SQLITE_FULL) {
      return unavailable('disk_full', 'The disk of the metadata store is full. Nothing was changed.', error);
    }
    if (SQLITE_UNAVAILABLE.has(primary)) return away(error);
    return error;
  }
  if (code === '53100') {
    return unavailable('disk_full', 'The disk of the metadata store is full. Nothing was changed.', error);
  }
  const text = typeof code === 'string' ? code : '';
  if (PG_NOT_TEXT.has(text)) {
    return new AppError('bad_request', 'invalid_text', 'Text must not contain the character U+0000.', {
      cause: error,
    });
  }
  if (PG_NOT_NUMBER.has(text)) {
    return new AppError('bad_request', 'number_too_large', 'A number is too large for the metadata store.', {
      cause: error,
    });
  }
  if (PG_UNAVAILABLE.test(text) || SOCKET.has(text)) return away(error);
  if (error instanceof Error && PG_CLIENT.test(String(message))) return away(error);
  if (error instanceof AggregateError && error.errors.length > 0) return translate(error.errors[0]);
  return error;
}

const away = (error: unknown) =>
  unavailable(
    'metadata_unavailable',
    'The metadata store does not answer at the moment. Try again shortly.',
    error,
  );
