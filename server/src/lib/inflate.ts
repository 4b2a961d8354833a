// Decompresses request bodies. The limit also applies to the output, so that a few bytes cannot become
// gigabytes.
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzip,
  inflate as inflateZlib,
  inflateRaw,
  zstdDecompress,
} from 'node:zlib';
import { AppError } from './app-error.ts';

type Inflate = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>;

const CHUNK = { chunkSize: 256 * 1_024 };

/**
 * Copies what comes out as it comes. Joined at the end, the parts of a large body would keep the thread for 50 ms.
 * Memory that is not written to costs nothing.
 */
const inSteps =
  (open: (bytes: Uint8Array) => Transform): Inflate =>
  async (bytes, { maxOutputLength }) => {
    const room = Buffer.allocUnsafeSlow(maxOutputLength);
    let length = 0;
    const stream = open(bytes);
    stream.end(bytes);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (length + chunk.length > maxOutputLength) throw tooMuch();
      length += chunk.copy(room, length);
    }
    return room.subarray(0, length);
  };

const tooMuch = (): Error =>
  Object.assign(new Error('Too much comes out.'), { code: 'ERR_BUFFER_TOO_LARGE' });

interface Method {
  /** For what is probably small. */
  atOnce: Inflate;
  inSteps: Inflate;
}

const gzip: Method = { atOnce: promisify(gunzip), inSteps: inSteps(() => createGunzip(CHUNK)) };
const zstd: Method = {
  atOnce: promisify(zstdDecompress),
  inSteps: inSteps(() => createZstdDecompress(CHUNK)),
};

const zlib: Inflate = promisify(inflateZlib);
const raw: Inflate = promisify(inflateRaw);
/** `deflate` means the zlib format, but some clients send the raw stream. */
const deflate: Method = {
  atOnce: (bytes, options) => (isZlib(bytes) ? zlib : raw)(bytes, options),
  inSteps: inSteps((bytes) => (isZlib(bytes) ? createInflate(CHUNK) : createInflateRaw(CHUNK))),
};

const isZlib = (bytes: Uint8Array): boolean => {
  const [method = 0, flags = 0] = bytes;
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
};

const METHODS: ReadonlyMap<string, Method> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', deflate],
  ['zstd', zstd],
]);

export async function inflate(
  encoding: string | undefined,
  bytes: Uint8Array,
  maxBytes: number,
  how: keyof Method = 'atOnce',
): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity')
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const method = METHODS.get(name);
  if (!method) {
    throw new AppError(
      'unsupported_media_type',
      'unsupported_encoding',
      'This Content-Encoding is not supported. Send gzip, deflate, zstd, or none.',
    );
  }
  try {
    return await method[how](bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? new AppError(
          'too_large',
          'body_too_large',
          `The body inflates to more than ${maxBytes / 1_048_576} MiB.`,
        )
      : new AppError(
          'bad_request',
          'invalid_compression',
          `The body is not valid ${name}: it is cut off or damaged.`,
          { cause: error },
        );
  }
}

/** Few bodies inflate to more. */
export const USUAL_BYTES = 1_048_576;

/** For a high limit. `grow` is called with the limit before that much memory may be used; it may wait or throw. */
export async function inflateInSteps(
  encoding: string | undefined,
  bytes: Uint8Array,
  maxBytes: number,
  grow: (bytes: number) => void | Promise<void>,
): Promise<Buffer> {
  if (maxBytes <= USUAL_BYTES) return inflate(encoding, bytes, maxBytes);
  try {
    return await inflate(encoding, bytes, USUAL_BYTES);
  } catch (error) {
    if (!(error instanceof AppError) || error.reason !== 'body_too_large') throw error;
    await grow(maxBytes);
    return inflate(encoding, bytes, maxBytes, 'inSteps');
  }
}
