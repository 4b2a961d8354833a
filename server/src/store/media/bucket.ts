// Files in a bucket of a store that speaks the protocol of S3, under their ids. A file is sealed into the data folder
// first: its upload needs its hash, and is repeated if the connection breaks.
import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#config';
import { uploadFile } from '#lib/storage/s3-files';
import { requireS3Access, s3Bucket, type S3Place } from '#lib/storage/s3-requests';
import { writeDurably } from './folder.ts';
import type { MediaHome } from './home.ts';
import { openSealedFile, SealedFileError, sealFile } from './sealed-file.ts';

/** 4 MiB a request. */
const CHUNKS_AT_ONCE = 64;

export function inBucket(access: Config['s3'], place: S3Place, staging: string): MediaHome {
  const bucket = s3Bucket(requireS3Access(access), place);
  return {
    kind: 'bucket',
    place: bucket.place,
    write: async (keys, id, source) => {
      await mkdir(staging, { recursive: true, mode: 0o700 });
      const file = path.join(staging, id);
      try {
        const hash = createHash('sha256');
        let bytes = 0;
        await writeDurably(file, counted(sealFile(keys, id, source)));
        await uploadFile(bucket, { name: id, file, bytes, sha256: hash.digest('hex') });

        async function* counted(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
          for await (const part of parts) {
            hash.update(part);
            bytes += part.length;
            yield part;
          }
        }
      } finally {
        await rm(file, { force: true });
      }
    },
    read: async (keys, id, bytes, range) => {
      const readOrNull = async (from: number, length: number): Promise<Buffer | null> => {
        const headers = { range: `bytes=${from}-${from + length - 1}` };
        const answer = await bucket.ask('GET', id, { headers });
        return answer && answer.bytes.subarray(0, length);
      };
      const first = await readOrNull(0, 1);
      if (first === null) return null;
      const read = async (from: number, length: number): Promise<Buffer> => {
        const part = await readOrNull(from, length);
        if (part?.length === length) return part;
        throw new SealedFileError(`The file ${id} in ${bucket.place} is not whole.`);
      };
      return openSealedFile(keys, id, bytes, read, { range, atOnce: CHUNKS_AT_ONCE });
    },
    remove: async (id) => {
      await rm(path.join(staging, id), { force: true });
      await bucket.ask('DELETE', id);
    },
  };
}
