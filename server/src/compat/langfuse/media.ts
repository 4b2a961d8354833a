// Clients upload images and other media of inputs and outputs apart. Media are not stored here. A client that
// hears that a file is there already uploads nothing, and the record keeps the reference to it.
import { Type } from 'typebox';
import { AppError } from '#lib/app-error';
import { endpoint } from '#core/endpoint';
import { LANGFUSE as peer } from './peer.ts';

const shared = { tag: 'langfuse', peer, project: 'scoped', unaudited: 'stores nothing' } as const;
const MediaParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 256 }) });
const ID_LENGTH = 22;

/** The id that clients work out by themselves: the beginning of the hash, in the alphabet of addresses. */
const mediaIdOf = (sha256: string): string =>
  sha256.replaceAll('+', '-').replaceAll('/', '_').slice(0, ID_LENGTH);

export const langfuseMediaEndpoints = [
  endpoint({
    ...shared,
    id: 'langfuseUploadMedia',
    method: 'POST',
    path: '/api/public/media',
    summary: 'Says that a file is there already',
    access: { scope: 'write:records' },
    body: Type.Object({ sha256Hash: Type.String({ minLength: ID_LENGTH, maxLength: 128 }) }),
    replies: { 201: Type.Object({ mediaId: Type.String(), uploadUrl: Type.Null() }) },
    handle: (_ctx, { body }) => ({ mediaId: mediaIdOf(body.sha256Hash), uploadUrl: null }),
  }),
  endpoint({
    ...shared,
    id: 'langfuseNoteUpload',
    method: 'PATCH',
    path: '/api/public/media/{id}',
    summary: 'Takes note of an upload and stores nothing',
    access: { scope: 'write:records' },
    params: MediaParams,
    replies: { 204: null },
    handle: () => null,
  }),
  endpoint({
    ...shared,
    id: 'langfuseGetMedia',
    method: 'GET',
    path: '/api/public/media/{id}',
    summary: 'Answers that media are not stored',
    access: { scope: 'read' },
    params: MediaParams,
    replies: { 200: Type.Object({}) },
    handle: () => {
      throw new AppError(
        'not_found',
        'not_found',
        'Media are not stored: records keep the reference to a file, not the file.',
      );
    },
  }),
];
