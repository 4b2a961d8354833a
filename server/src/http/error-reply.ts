// Sends every error in one form: `{error, reason}`, with `details` for faulty fields and Retry-After if
// waiting helps.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '#lib/app-error';
import type { Peer } from '#core/endpoint';
import { toAppError } from '#core/failure';
import { BODY_LIMIT } from './body.ts';
import { JSON_CONTENT_TYPE } from './send-json.ts';

const sizeOf = (bytes: number): string =>
  bytes < BODY_LIMIT ? `${Math.floor(bytes / 1_024)} KiB` : `${Math.floor(bytes / 1_048_576)} MiB`;

/** Maps errors of the framework to ours. */
function fromFramework(error: unknown, limit: number): AppError | null {
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('too_large', 'body_too_large', `The body is larger than ${sizeOf(limit)}.`);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError(
        'unsupported_media_type',
        'unsupported_media_type',
        'This media type is not supported.',
      );
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError(
        'bad_request',
        'invalid_content_length',
        'The body is not as long as Content-Length says.',
      );
    case 'FST_ERR_BAD_URL':
      return new AppError('bad_request', 'invalid_url', 'The path is not a valid URL path.');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('not_found', 'not_found', 'Not found.');
    default:
      // The framework blames the client; its exact code does not matter.
      return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
        ? new AppError('bad_request', 'invalid_request', 'The request is not valid.', { cause: error })
        : null;
  }
}

/** The headers of an error, except for the request id. */
export const errorHeaders = ({ headers, retryAfterSeconds }: AppError): Record<string, string> => ({
  ...headers,
  ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  'cache-control': 'no-store',
  'content-type': JSON_CONTENT_TYPE,
});

/** Errors that the client did not cause are logged with their cause, which the client never sees. */
export function logFailure(log: Pick<Logger, 'error'>, requestId: string, error: AppError): void {
  if (error.status < 500) return;
  log.error({ requestId, reason: error.reason, err: error.cause ?? error }, 'request failed');
}

export const errorBody = ({ message, reason, details }: AppError): string =>
  JSON.stringify({ error: message, reason, ...(details ? { details } : {}) });

export function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const { peer, limit } = routeOf(request);
  const error = thrown instanceof AppError ? thrown : (fromFramework(thrown, limit) ?? toAppError(thrown));
  request.refused?.(error);
  logFailure(request.log, request.id, error);
  return reply
    .code(peer?.errorStatus?.(error) ?? error.status)
    .headers(errorHeaders(error))
    .header('x-request-id', request.id)
    .send(peer?.errorBody ? JSON.stringify(peer.errorBody(error)) : errorBody(error));
}

/** Returns the defaults if no route matched the request. */
function routeOf(request: FastifyRequest): { peer: Peer | null; limit: number } {
  const route = request.routeOptions as FastifyRequest['routeOptions'] | undefined;
  return { peer: route?.config?.peer ?? null, limit: route?.bodyLimit ?? BODY_LIMIT };
}
