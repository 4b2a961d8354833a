// A bucket as a place for exports. A file is small enough for one request, so an upload that breaks off
// leaves nothing.
import { StorageError, s3Bucket, type S3Access, type S3Options, type S3Place } from './s3-requests.ts';
import { sha256Of, type DataTarget } from './target.ts';

/** The store may lose the metadata of a copy, but not of what we wrote. */
export const HASH_HEADER = 'x-amz-meta-sha256';

export function s3Target(access: S3Access, place: S3Place, options: S3Options = {}): DataTarget {
  const bucket = s3Bucket(access, place, options);
  return {
    place: bucket.place,
    key: bucket.url,
    read: async (name) => (await bucket.ask('GET', name))?.bytes ?? null,
    write: async (name, bytes) => {
      const headers = { [HASH_HEADER]: sha256Of(bytes), 'content-type': 'application/octet-stream' };
      if ((await bucket.ask('PUT', name, { body: bytes, headers })) === null)
        throw new StorageError(
          'conflict',
          's3_refused',
          `${bucket.place} refuses the request (status 404).`,
          'status 404',
        );
    },
    remove: async (name) => {
      await bucket.ask('DELETE', name);
    },
    // The store checked the body against this hash when it was written.
    sha256: async (name) => (await bucket.ask('HEAD', name))?.header(HASH_HEADER) ?? null,
  };
}
