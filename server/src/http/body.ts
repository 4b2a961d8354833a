// Bodies arrive as bytes, limited while they are read. Here they become JSON or a rejection with a reason.
import type { FastifyRequest } from 'fastify';
import { AppError, invalid } from '#lib/app-error';
import { inflateInSteps } from '#lib/inflate';
import { parseInPieces, PIECE_BYTES } from '#lib/large-json';
import { parseBody } from '#lib/safe-json';
import { Pace } from '#lib/yield-to-event-loop';
import type { IncomingHttpHeaders } from 'node:http';
import type { BodyType, Endpoint, HeaderReader, RawBody } from '#core/endpoint';
import { invalidInput, refuseUnusable } from './validate.ts';

export const BODY_LIMIT = 1_048_576;
/** From anybody: names, passwords, tokens, codes, and the addresses of an OAuth client. */
export const PUBLIC_BODY_LIMIT = 16 * 1_024;

// The only forms in which JSON can contain the character U+0000 or a number beyond a double.
const UNUSUAL = /\\u0000|\de\+?\d{3}|(?<!\d)\d{309}/i;

const JSON_TYPE = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i;

export const NO_BODY: RawBody = {
  type: 'application/json',
  contentType: '',
  bytes: Buffer.alloc(0),
  accept: '',
};

export const NO_STREAM: AsyncIterable<Uint8Array> = {
  async *[Symbol.asyncIterator]() {
    // There is nothing in it.
  },
};

export const headerReader =
  (headers: IncomingHttpHeaders): HeaderReader =>
  (name) => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };

const headersAfter =
  (headers: IncomingHttpHeaders) =>
  (prefix: string): [string, string][] =>
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith(prefix) && typeof value === 'string' ? [[name.slice(prefix.length), value]] : [],
    );

/** The headers that a handler may read. */
export const headerInput = (headers: IncomingHttpHeaders) => ({
  accept: headers.accept ?? '',
  header: headerReader(headers),
  headersAfter: headersAfter(headers),
});

/** Public paths of other back ends answer whatever is sent with what to use instead. */
export const bodyLimitOf = ({ auth, peer, maxBodyBytes }: Endpoint): number =>
  maxBodyBytes ?? (auth === 'public' && !peer ? PUBLIC_BODY_LIMIT : BODY_LIMIT);

/** For endpoints that take bytes: the whole body, decompressed, with a supported type. */
export async function readRawBody(request: FastifyRequest, endpoint: Endpoint): Promise<RawBody> {
  if (!endpoint.takes) return NO_BODY;
  const { headers } = request;
  const contentType = headers['content-type'] ?? '';
  const type = typeOf(contentType, endpoint.takes);
  const wire = request.body instanceof Uint8Array ? request.body : NO_BODY.bytes;
  const bytes = await inflateInSteps(
    headers['content-encoding'],
    wire,
    bodyLimitOf(endpoint),
    async (limit) => request.grow?.(limit),
  );
  return { type, contentType, bytes, accept: headers.accept ?? '' };
}

function typeOf(header: string, taken: readonly BodyType[]): BodyType {
  if (JSON_TYPE.test(header) && taken.includes('application/json')) return 'application/json';
  const name = header.split(';', 1)[0]?.trim().toLowerCase();
  const found = taken.find((type) => type === name);
  if (found) return found;
  throw new AppError(
    'unsupported_media_type',
    'unsupported_media_type',
    `Send the body with the header "Content-Type: ${taken.join('" or "')}"${name ? `; it is ${JSON.stringify(name.slice(0, 60))}` : ''}.`,
  );
}

type Sent = Pick<FastifyRequest, 'body' | 'headers'>;

/** Null without a body, where none is needed. */
function jsonBytes({ body, headers }: Sent, endpoint: Endpoint): Buffer | null {
  if (!endpoint.body || endpoint.takes) return null;
  if (!(body instanceof Uint8Array) || body.length === 0) {
    if (endpoint.bodyOptional) return null;
    throw new AppError('bad_request', 'body_required', 'A JSON body is required.');
  }
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) {
    throw new AppError(
      'unsupported_media_type',
      'unsupported_media_type',
      'Send the body as JSON, with the header "Content-Type: application/json".',
    );
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new AppError(
      'unsupported_media_type',
      'unsupported_encoding',
      'Send the body without Content-Encoding.',
    );
  }
  return Buffer.from(body.buffer, body.byteOffset, body.length);
}

/** For bodies of at most `PIECE_BYTES`. */
export function readJsonBody(sent: Sent, endpoint: Endpoint): unknown {
  const bytes = jsonBytes(sent, endpoint);
  if (bytes === null) return undefined;
  const parsed = parseBody(bytes);
  if (!parsed.ok) throw new AppError('bad_request', parsed.fault.reason, parsed.fault.message);
  // Most bodies contain neither and skip the deep check.
  if (isUnusual(bytes)) refuseUnusable(parsed.value, '');
  return parsed.value;
}

/** The same, but the thread is shared while a large body is parsed. */
export async function readJsonBodyInPieces(sent: Sent, endpoint: Endpoint): Promise<unknown> {
  const bytes = jsonBytes(sent, endpoint);
  if (bytes === null || bytes.length <= PIECE_BYTES) return readJsonBody(sent, endpoint);
  const parsed = await parseInPieces(bytes, new Pace(), {
    schema: endpoint.body,
    unwanted: { mayBeIn: isUnusual, refuse: refuseUnusable },
  });
  if (parsed.ok) return parsed.value;
  const { path, reason, message } = parsed.fault;
  throw reason === 'invalid_request'
    ? invalidInput('body', [{ path, message }])
    : invalid(path, message, reason);
}

const isUnusual = (bytes: Buffer): boolean => UNUSUAL.test(bytes.toString('latin1'));
