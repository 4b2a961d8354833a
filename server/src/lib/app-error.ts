// The only error that may reach a client. `reason` is for machines, `message` for people. Internal details go
// into `cause`, which is logged and never sent.

const STATUS = {
  bad_request: 400,
  unauthorized: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  unprocessable: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS;

export interface ErrorDetail {
  path: string;
  message: string;
}

interface ErrorOptions {
  cause?: unknown;
  details?: ErrorDetail[];
  retryAfterSeconds?: number;
  headers?: Record<string, string>;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, reason: string, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.reason = reason;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return STATUS[this.code];
  }
}

export const notFound = (what: string) => new AppError('not_found', 'not_found', `${what} not found.`);

/** An error caused by one field of the request. `path` is as in `details`. */
export const fieldError = (code: ErrorCode, reason: string, path: string, message: string) =>
  new AppError(code, reason, message, { details: [{ path, message }] });

export const invalid = (path: string, message: string, reason = 'invalid_request') =>
  fieldError('bad_request', reason, path, message);

/** The same error, about a field inside another one. */
export const errorWithin = (parent: string, error: AppError): AppError =>
  new AppError(error.code, error.reason, error.message, {
    cause: error,
    headers: error.headers,
    ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    ...(error.details && {
      details: error.details.map(({ path, message }) => ({ path: `${parent}.${path}`, message })),
    }),
  });

/** An id inside a request that names nothing in the account. */
export const unknownId = (path: string, message: string, reason = 'not_found') =>
  fieldError('not_found', reason, path, message);

export const unavailable = (reason: string, message: string, cause?: unknown) =>
  new AppError('unavailable', reason, message, { cause, retryAfterSeconds: 2 });
