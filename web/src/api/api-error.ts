// An error answer of the service: `{error, reason, details}`. `error` is text for people, `reason` is a code for programs.

export interface FieldFault {
  path: string;
  message: string;
}

export class ApiError extends Error {
  /** 0 when the service could not be reached. */
  readonly status: number;
  readonly reason: string;
  readonly details: readonly FieldFault[];
  readonly retryAfterSeconds: number | null;
  readonly requestId: string | null;

  constructor(
    message: string,
    about: {
      status?: number;
      reason?: string;
      details?: readonly FieldFault[];
      retryAfterSeconds?: number | null;
      requestId?: string | null;
    } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = about.status ?? 0;
    this.reason = about.reason ?? 'unreachable';
    this.details = about.details ?? [];
    this.retryAfterSeconds = about.retryAfterSeconds ?? null;
    this.requestId = about.requestId ?? null;
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

/** Whether a retry of the same request may succeed. */
export const mayPass = (error: unknown): boolean =>
  !isApiError(error) || error.status === 0 || error.status === 429 || error.status >= 500;

interface ErrorBody {
  error?: unknown;
  reason?: unknown;
  details?: unknown;
}

export async function errorOf(response: Response): Promise<ApiError> {
  const body = ((await response.json().catch(() => null)) ?? {}) as ErrorBody;
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(typeof body.error === 'string' ? body.error : '', {
    status: response.status,
    reason: typeof body.reason === 'string' ? body.reason : '',
    details: Array.isArray(body.details) ? (body.details as FieldFault[]) : [],
    retryAfterSeconds: Number.isFinite(wait) ? wait : null,
    requestId: response.headers.get('x-request-id'),
  });
}
