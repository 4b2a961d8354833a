// The one error of a request that failed: the service rejected it, or there was no answer.

export interface FieldFault {
  path: string;
  message: string;
}

interface ErrorFacts {
  status?: number;
  reason?: string;
  details?: readonly FieldFault[];
  retryAfterMs?: number | null;
  requestId?: string | null;
  cause?: unknown;
}

/** Reasons of errors that do not come from the service itself. */
export const UNREACHABLE = 'unreachable';
export const TIMED_OUT = 'timed_out';
export const REDIRECTED = 'redirected';
export const UNEXPECTED_ANSWER = 'unexpected_answer';

export class TracewellError extends Error {
  /** 0 if there was no answer. */
  readonly status: number;
  /** A code for programs, such as `not_found`. */
  readonly reason: string;
  readonly details: readonly FieldFault[];
  /** How long the service asks to wait. */
  readonly retryAfterMs: number | null;
  /** The service's log has it. */
  readonly requestId: string | null;

  constructor(message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'TracewellError';
    this.status = facts.status ?? 0;
    this.reason = facts.reason ?? UNREACHABLE;
    this.details = facts.details ?? [];
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.requestId = facts.requestId ?? null;
  }
}

/** The error of an answer with an error status. Its body is given, because a body can be read only once. */
export function errorOf(response: Response, body: unknown): TracewellError {
  const { error, reason, details } = isObject(body) ? body : {};
  const { status, headers } = response;
  const facts = { status, retryAfterMs: readRetryAfter(headers), requestId: headers.get('x-request-id') };
  if (isRedirect(response)) {
    const to = headers.get('location') ?? 'another address';
    return new TracewellError(`The address redirects to ${to}.`, { ...facts, reason: REDIRECTED });
  }
  if (typeof error !== 'string' || typeof reason !== 'string') {
    return new TracewellError(`The address answered ${status}, not in the form of the service.`, {
      ...facts,
      reason: UNEXPECTED_ANSWER,
    });
  }
  return new TracewellError(error, {
    ...facts,
    reason,
    details: Array.isArray(details) ? (details as FieldFault[]) : [],
  });
}

/** An error of `fetch`, or of reading a body, in the form of ours. */
export function toTracewellError(error: unknown): TracewellError {
  if (error instanceof TracewellError) return error;
  const { name, message, cause } =
    error instanceof Error ? error : { name: '', message: String(error), cause: undefined };
  if (name === 'TimeoutError') {
    return new TracewellError('The service did not answer in time.', { reason: TIMED_OUT, cause: error });
  }
  if (name === 'SyntaxError') {
    const text = 'The address answered with something that is not JSON.';
    return new TracewellError(text, { reason: UNEXPECTED_ANSWER, cause: error });
  }
  const { code, message: inner } = isObject(cause) ? cause : {};
  const why = [code, inner, message].find((text) => typeof text === 'string' && text !== '');
  return new TracewellError(`The service cannot be reached (${String(why)}).`, { cause: error });
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/;

/** Whether the same request may succeed later. A certificate does not become valid by waiting. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof TracewellError)) return false;
  const { status, reason, message } = error;
  if (status === 0) return reason === TIMED_OUT || (reason === UNREACHABLE && !CERTIFICATE.test(message));
  return isTransientStatus(status);
}

/** 501 is final: the service does not have this endpoint. */
export const isTransientStatus = (status: number): boolean =>
  status === 408 || status === 429 || (status >= 500 && status !== 501);

const isRedirect = ({ status, type }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

/** Retry-After in seconds or as a date. */
export function readRetryAfter(headers: Headers, now = Date.now()): number | null {
  const text = headers.get('retry-after');
  if (text === null || text.trim() === '') return null;
  const ms = /^\s*\d+\s*$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
