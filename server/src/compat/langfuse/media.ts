// Clients upload the files of inputs and outputs apart, and write `@@@langfuseMedia:type=…|id=…|source=…@@@` in their
// place. The id is the beginning of the file's hash, so a record finds its file whichever of them arrives first.
//
// A client sends the bytes without its key, to an address that it was given. The address is sealed and expires.
import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { AppError, invalid, notFound } from '#lib/app-error';
import { HOUR_MS, isoTime } from '#lib/clock';
import type { Account } from '#core/access/accounts';
import type { Context, PublicContext } from '#core/context';
import { endpoint, publicEndpoint, Reply } from '#core/endpoint';
import { sendMedia } from '#features/media';
import { MEDIA_NAME, mediaName } from '#content';
import { keepStream, MAX_FILE_BYTES, mediaByName, touchFile } from '#services/media';
import { LANGFUSE as peer } from './peer.ts';

const shared = {
  tag: 'langfuse',
  peer,
  unaudited: 'Files belong to records, which are not audited.',
} as const;
const scoped = { ...shared, project: 'scoped' } as const;
const MediaParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 256 }) });
const Token = Type.Object({ token: Type.String({ maxLength: 2_000 }) });

const TOKEN_MS = HOUR_MS;
const UPLOAD = 'langfuse-media-upload';
const FILE = 'langfuse-media-file';

interface Sealed {
  account: string;
  project: number | null;
  /** SHA-256 of an upload in base64, or the id of a file. */
  file: string;
  until: number;
}

/** The host that the client addressed: it may not know the service by its public name. */
function addressOf(
  { config, origin, sealer }: Context,
  path: string,
  purpose: string,
  sealed: Sealed,
): string {
  const own = new URL(config.publicUrl);
  const base = own.host === origin.host ? config.publicUrl : `${own.protocol}//${origin.host}${own.pathname}`;
  const token = sealer.seal(JSON.stringify(sealed), purpose);
  return `${base.replace(/\/+$/, '')}${path}?token=${token}`;
}

async function opened(
  { sealer, clock, accounts }: PublicContext,
  purpose: string,
  token: string,
): Promise<Sealed & { of: Account }> {
  const text = sealer.open(token, purpose);
  const sealed = text === null ? null : (JSON.parse(text) as Sealed);
  const of = sealed && sealed.until > clock.now() ? await accounts.get(sealed.account) : null;
  if (sealed && of) return { ...sealed, of };
  throw new AppError('forbidden', 'invalid_token', 'This address has expired or is not valid.');
}

const SHA256_BASE64 = /^[A-Za-z0-9+/]{43}=$/;

async function beginUpload(
  ctx: Context,
  { sha256Hash, contentLength }: { sha256Hash: string; contentLength: number },
): Promise<{ mediaId: string; uploadUrl: string | null }> {
  if (!SHA256_BASE64.test(sha256Hash))
    throw invalid('sha256Hash', 'It is the SHA-256 of the file in base64.');
  const mediaId = mediaName(Buffer.from(sha256Hash, 'base64'));
  const project = (ctx.project ?? ctx.account.defaultProject).number;
  // A client that hears that the file is there uploads nothing, and its record is stored without an error.
  const isKept = ctx.account.consents.plaintextStorage && contentLength <= MAX_FILE_BYTES;
  if (!isKept || (await touchFile(ctx, project, mediaId))) return { mediaId, uploadUrl: null };
  const until = ctx.clock.now() + TOKEN_MS;
  const sealed = { account: ctx.account.id, project, file: sha256Hash, until };
  return { mediaId, uploadUrl: addressOf(ctx, '/api/public/media/upload', UPLOAD, sealed) };
}

async function takeUpload(
  ctx: PublicContext,
  token: string,
  source: AsyncIterable<Uint8Array>,
  announced: number,
): Promise<void> {
  const { of: account, project, file } = await opened(ctx, UPLOAD, token);
  if (!account.consents.plaintextStorage || project === null)
    throw new AppError('forbidden', 'plaintext_disabled', 'This account stores no content.');
  const wanted = Buffer.from(file, 'base64').toString('hex');
  const hash = createHash('sha256');
  async function* watched(): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      hash.update(piece);
      yield piece;
    }
    if (hash.digest('hex') !== wanted)
      throw new AppError('bad_request', 'another_file', 'The bytes are not those whose hash was announced.');
  }
  await keepStream({ ...ctx, account }, project, watched(), announced);
}

async function showMedia(ctx: Context, mediaId: string) {
  const file = MEDIA_NAME.test(mediaId) ? await mediaByName(ctx, mediaId) : null;
  if (file === null) throw notFound('Media');
  const until = ctx.clock.now() + TOKEN_MS;
  const project = ctx.project?.number ?? null;
  const sealed = { account: ctx.account.id, project, file: file.id, until };
  return {
    mediaId,
    contentType: file.contentType,
    contentLength: file.bytes,
    uploadedAt: isoTime(file.createdAt),
    url: addressOf(ctx, '/api/public/media/file', FILE, sealed),
    urlExpiry: isoTime(until),
  };
}

async function sendFile(ctx: PublicContext, token: string, range: string | undefined, client: AbortSignal) {
  const { of: account, project: number, file } = await opened(ctx, FILE, token);
  const project = [...account.projects.values()].find((each) => each.number === number) ?? null;
  if (number !== null && project === null) throw notFound('Media');
  return sendMedia({ ...ctx, account, project }, file, { range }, client);
}

export const langfuseMediaEndpoints = [
  endpoint({
    ...scoped,
    id: 'langfuseUploadMedia',
    method: 'POST',
    path: '/api/public/media',
    summary: 'Gives an address for a file, unless it is there already',
    access: { scope: 'write:records' },
    body: Type.Object({
      sha256Hash: Type.String({ maxLength: 128 }),
      contentLength: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    }),
    replies: {
      201: Type.Object({ mediaId: Type.String(), uploadUrl: Type.Union([Type.String(), Type.Null()]) }),
    },
    handle: (ctx, { body }) => beginUpload(ctx, body),
  }),
  publicEndpoint({
    ...shared,
    id: 'langfuseTakeUpload',
    method: 'PUT',
    path: '/api/public/media/upload',
    summary: 'Stores a file at an address that was given',
    streams: true,
    maxBodyBytes: MAX_FILE_BYTES,
    query: Token,
    replies: { 200: null },
    handle: async (ctx, { query, stream, header }) => {
      await takeUpload(ctx, query.token, stream, Number(header('content-length') ?? 0));
      return new Reply(200, null);
    },
  }),
  publicEndpoint({
    ...shared,
    id: 'langfuseGetFile',
    method: 'GET',
    path: '/api/public/media/file',
    summary: 'The bytes of a file, at an address that was given',
    query: Token,
    replies: { 200: Type.String({ format: 'binary' }), 206: Type.String({ format: 'binary' }) },
    produces: 'application/octet-stream',
    handle: (ctx, { query, header, signal }) => sendFile(ctx, query.token, header('range'), signal),
  }),
  endpoint({
    ...scoped,
    id: 'langfuseNoteUpload',
    method: 'PATCH',
    path: '/api/public/media/{id}',
    summary: 'Takes note of an upload; the file is stored already',
    access: { scope: 'write:records' },
    params: MediaParams,
    replies: { 204: null },
    handle: () => null,
  }),
  endpoint({
    ...scoped,
    id: 'langfuseGetMedia',
    method: 'GET',
    path: '/api/public/media/{id}',
    summary: 'One file, with an address of its bytes',
    access: { scope: 'read' },
    params: MediaParams,
    replies: {
      200: Type.Object({
        mediaId: Type.String(),
        contentType: Type.String(),
        contentLength: Type.Integer(),
        uploadedAt: Type.String(),
        url: Type.String(),
        urlExpiry: Type.String(),
      }),
    },
    handle: (ctx, { params }) => showMedia(ctx, params.id),
  }),
];
