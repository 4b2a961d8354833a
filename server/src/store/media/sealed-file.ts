// The sealed form of a file: chunks of AES-256-GCM, so that a part can be read without the rest and little is in
// memory.
//   form 1 | key version 4 | salt 16 | chunk, chunk, … (64 KiB and a tag of 16 bytes each; the last one is shorter)
// Each file has a key of its own, from the data key of the account, the salt, the account and the id. The nonce is the
// number of the chunk and whether it is the last one: chunks cannot be exchanged, and an end that is missing is noticed.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';

const FORM = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const HEADER_BYTES = 5 + SALT_BYTES;
const CHUNK_BYTES = 65_536;
const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;

/** The keys of an account, the newest for writing. */
export interface MediaKeys {
  account: number;
  newest: { version: number; key: KeyObject };
  byVersion: ReadonlyMap<number, KeyObject>;
}

export class SealedFileError extends Error {
  override name = 'SealedFileError';
}

const fileKey = (key: KeyObject, salt: Uint8Array, account: number, id: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `tracewell media ${account} ${id}`, 32));

function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(chunk, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** An empty file has one empty chunk, so that its end is sealed too. */
const chunkCount = (bytes: number): number => Math.max(1, Math.ceil(bytes / CHUNK_BYTES));

export async function* sealFile(
  keys: MediaKeys,
  id: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const { version, key } = keys.newest;
  const header = Buffer.alloc(HEADER_BYTES);
  header[0] = FORM;
  header.writeUInt32BE(version, 1);
  header.set(salt, 5);
  yield header;
  const secret = fileKey(key, salt, keys.account, id);
  let number = 0;
  const seal = (plain: Uint8Array, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', secret, nonceOf(number, isLast));
    number += 1;
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  // One chunk is held back until it is known whether another one follows.
  const held = Buffer.alloc(CHUNK_BYTES);
  let filled = 0;
  for await (const bytes of source) {
    for (let from = 0; from < bytes.length;) {
      if (filled === CHUNK_BYTES) {
        yield seal(held, false);
        filled = 0;
      }
      const taken = Math.min(CHUNK_BYTES - filled, bytes.length - from);
      held.set(bytes.subarray(from, from + taken), filled);
      filled += taken;
      from += taken;
    }
  }
  yield seal(held.subarray(0, filled), true);
}

/** Reads bytes of the sealed file. */
export type ReadSealed = (from: number, length: number) => Promise<Buffer>;

/** Both ends included. */
export interface ByteRange {
  first: number;
  last: number;
}

/** `bytes`: the length of the file. `atOnce`: sealed chunks that are read together. */
export async function* openSealedFile(
  keys: MediaKeys,
  id: string,
  bytes: number,
  read: ReadSealed,
  { range, atOnce }: { range?: ByteRange | undefined; atOnce: number },
): AsyncGenerator<Buffer> {
  const header = await read(0, HEADER_BYTES);
  const key = header[0] === FORM ? keys.byVersion.get(header.readUInt32BE(1)) : undefined;
  if (!key) throw new SealedFileError(`The file ${id} was sealed with another key.`);
  const secret = fileKey(key, header.subarray(5), keys.account, id);
  const count = chunkCount(bytes);
  const { first, last } = range ?? { first: 0, last: Math.max(0, bytes - 1) };
  const end = Math.min(count, Math.floor(last / CHUNK_BYTES) + 1);
  for (let chunk = Math.floor(first / CHUNK_BYTES); chunk < end; chunk += atOnce) {
    const some = Math.min(atOnce, end - chunk);
    const plainBytes = Math.min(bytes, (chunk + some) * CHUNK_BYTES) - chunk * CHUNK_BYTES;
    const sealed = await read(HEADER_BYTES + chunk * SEALED_CHUNK_BYTES, plainBytes + some * TAG_BYTES);
    for (let each = 0; each < some; each += 1) {
      const number = chunk + each;
      const part = sealed.subarray(each * SEALED_CHUNK_BYTES, (each + 1) * SEALED_CHUNK_BYTES);
      const plain = openChunk(secret, id, number, number === count - 1, part);
      const start = number * CHUNK_BYTES;
      const wanted = plain.subarray(Math.max(0, first - start), Math.min(plain.length, last + 1 - start));
      if (wanted.length > 0) yield wanted;
    }
  }
}

function openChunk(secret: Buffer, id: string, number: number, isLast: boolean, sealed: Buffer): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', secret, nonceOf(number, isLast), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch (error) {
    throw new SealedFileError(`The file ${id} cannot be opened: it is damaged.`, { cause: error });
  }
}
