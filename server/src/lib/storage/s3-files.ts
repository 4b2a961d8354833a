// Files of any size between a folder and a bucket. Large ones are sent in parts and read in pieces, so that
// little of them is in memory, and a lost connection costs one piece.
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { StorageError, type S3Bucket } from './s3-requests.ts';
import { HASH_HEADER } from './s3-target.ts';

const PIECE_BYTES = 16 * 1_048_576;
/** The protocol allows no more. */
const MAX_PARTS = 10_000;

interface SizedFile {
  /** In the bucket. */
  name: string;
  /** On the disk. */
  file: string;
  bytes: number;
  sha256: string;
}

const refused = ({ place }: S3Bucket, why: string) =>
  new StorageError('conflict', 's3_refused', `${place} refuses the request (${why}).`, why);

export async function uploadFile(
  bucket: S3Bucket,
  { name, file, bytes, sha256 }: SizedFile,
  pieceBytes = PIECE_BYTES,
): Promise<void> {
  await using handle = await open(file, 'r');
  const read = async (from: number, length: number): Promise<Buffer> => {
    const piece = Buffer.alloc(length);
    const { bytesRead } = await handle.read(piece, 0, length, from);
    if (bytesRead !== length) throw new Error(`${file} has become shorter.`);
    return piece;
  };
  const headers = { [HASH_HEADER]: sha256, 'content-type': 'application/octet-stream' };
  if (bytes <= pieceBytes) {
    if ((await bucket.ask('PUT', name, { body: await read(0, bytes), headers })) === null)
      throw refused(bucket, 'status 404');
    return;
  }
  const begun = await bucket.ask('POST', name, { query: { uploads: '' }, headers });
  const uploadId = /<UploadId>([^<]{1,1000})<\/UploadId>/.exec(begun?.bytes.toString() ?? '')?.[1];
  if (uploadId === undefined) throw refused(bucket, 'no UploadId');
  try {
    const size = Math.max(pieceBytes, Math.ceil(bytes / MAX_PARTS));
    const parts: string[] = [];
    for (let from = 0; from < bytes; from += size) {
      const body = await read(from, Math.min(size, bytes - from));
      const partNumber = String(parts.length + 1);
      const tag = (await bucket.ask('PUT', name, { query: { partNumber, uploadId }, body }))?.header('etag');
      if (!tag) throw refused(bucket, 'no ETag');
      parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${tag}</ETag></Part>`);
    }
    const list = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const done = await bucket.ask('POST', name, { query: { uploadId }, body: Buffer.from(list) });
    // A store that fails late has already answered 200, and reports the failure in the body.
    const fault = /<Error>[^]*<Code>(\w{1,60})<\/Code>/.exec(done?.bytes.toString() ?? '')?.[1];
    if (done === null || fault !== undefined) throw refused(bucket, fault ?? 'status 404');
  } catch (error) {
    // Otherwise the owner of the bucket pays for parts that no one sees.
    await bucket.ask('DELETE', name, { query: { uploadId } }).catch(() => null);
    throw error;
  }
}

/** The caller checks the hash. False if the bucket has no such file. */
export async function downloadFile(
  bucket: S3Bucket,
  { name, file, bytes }: Omit<SizedFile, 'sha256'>,
  pieceBytes = PIECE_BYTES,
): Promise<boolean> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await using handle = await open(file, 'wx', 0o600);
  for (let from = 0; from < bytes; from += pieceBytes) {
    const last = Math.min(from + pieceBytes, bytes) - 1;
    const piece = await bucket.ask('GET', name, { headers: { range: `bytes=${from}-${last}` } });
    if (piece === null) return false;
    // A store that ignores the range sends the whole file, which may be longer than the memory.
    if (piece.bytes.length !== last - from + 1) throw refused(bucket, 'another length');
    await handle.write(piece.bytes, 0, piece.bytes.length, from);
  }
  return bytes > 0 || (await bucket.ask('HEAD', name)) !== null;
}
