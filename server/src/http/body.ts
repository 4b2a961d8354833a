// Bodies arrive as bytes, bounded while they are read; here they become JSON, or a refusal that says why.
import type { FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error';
import { parseJson } from '#lib/safe-json';
import type { Endpoint } from '#core/endpoint';
import { refuseNul } from './validate.ts';

export const BODY_LIMIT = 1_048_576;

const NUL_ESCAPE = '\\u0000';

const JSON_TYPE = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i;

export function readJsonBody(request: FastifyRequest, endpoint: Endpoint): unknown {
  if (!endpoint.body) return undefined;
  const bytes = request.body;
  if (!(bytes instanceof Uint8Array) || bytes.length === 0) {
    if (endpoint.bodyOptional) return undefined;
    throw new AppError('bad_request', 'body_required', 'A JSON body is needed.');
  }
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) {
    throw new AppError(
      'unsupported_media_type',
      'unsupported_media_type',
      'Send the body as JSON, with the header "Content-Type: application/json".',
    );
  }
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new AppError(
      'unsupported_media_type',
      'unsupported_encoding',
      'Send the body without Content-Encoding.',
    );
  }
  const parsed = parseJson(bytes);
  if (!parsed.ok) throw new AppError('bad_request', parsed.fault.reason, parsed.fault.message);
  // JSON can only write it this way, so that bodies without it are not looked through.
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(NUL_ESCAPE))
    refuseNul(parsed.value, '');
  return parsed.value;
}
