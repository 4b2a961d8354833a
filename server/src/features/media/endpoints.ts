import { Type } from 'typebox';
import { endpoint } from '#core/endpoint';
import { MAX_FILE_BYTES } from '#services/media';
import { listTraceMedia } from './list-trace-media.ts';
import { MediaParams, TraceMedia, TraceParams, UploadedMedia } from './schemas.ts';
import { sendMedia } from './send.ts';
import { uploadMedia } from './upload.ts';

const tag = 'media';

export const mediaEndpoints = [
  endpoint({
    id: 'uploadMedia',
    method: 'POST',
    path: '/v1/media',
    tag,
    summary: 'Store a file',
    description:
      'The body is the file, up to 50 MiB; its type is found by its content. A record refers to it with `{"type": "media", "mediaId": "<id>"}` in its content. The same file of a project is stored once. A file that no record refers to is deleted after 24 hours. Needs stored content (403 `plaintext_disabled`); 413 `media_quota` if the files of the account have reached their limit.',
    access: { scope: 'write:records' },
    project: 'scoped',
    streams: true,
    maxBodyBytes: MAX_FILE_BYTES,
    replies: { 201: UploadedMedia },
    unaudited: 'Files belong to records, which are not audited.',
    handle: (ctx, { stream, header }) => uploadMedia(ctx, stream, Number(header('content-length') ?? 0)),
  }),
  endpoint({
    id: 'getMedia',
    method: 'GET',
    path: '/v1/media/{id}',
    tag,
    summary: 'Get a file',
    description:
      'The bytes as they were sent, or a part of them with `Range: bytes=<first>-<last>` (206). Pictures, sound and video have their type; everything else is an attachment. No answer can run a script.',
    access: { scope: 'read' },
    project: 'scoped',
    params: MediaParams,
    replies: { 200: Type.String({ format: 'binary' }), 206: Type.String({ format: 'binary' }) },
    produces: 'application/octet-stream',
    handle: (ctx, { params, header, signal }) =>
      sendMedia(ctx, params.id, { range: header('range'), known: header('if-none-match') }, signal),
  }),
  endpoint({
    id: 'getTraceMedia',
    method: 'GET',
    path: '/v1/query/trace/{id}/media',
    tag,
    summary: 'The files of a trace, without its content',
    description:
      'Each file once, with the first span that has it, in the order of time: the screenshots of an agent, for example. At most 500 files. The list of a trace without files, or without stored content, is empty.',
    access: { scope: 'read' },
    project: 'scoped',
    params: TraceParams,
    replies: { 200: TraceMedia },
    handle: (ctx, { params }) => listTraceMedia(ctx, params.id),
  }),
];
