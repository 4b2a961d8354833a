// Seals JSON: compressed, then AES-256-GCM with the account's data key.
//   form 1 | key version 4 | nonce 12 | tag 16 | flags 1 | body
// Account and purpose are the associated data, so the bytes open only in the row that they were made for.
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { freeBytes } from '#lib/free-bytes';
import type { Json } from '#records';
import type { AccountKeys } from './content-keys.ts';
import { NONCE_BYTES, nextNonce } from './nonces.ts';
import { MAX_PACKED_CHARACTERS, packContent, type Packed } from './pack.ts';

const FORM = 1;
const VERSION_AT = 1;
const NONCE_AT = 5;
const TAG_AT = NONCE_AT + NONCE_BYTES;
const TAG_BYTES = 16;
const FLAGS_AT = TAG_AT + TAG_BYTES;
const BODY_AT = FLAGS_AT + 1;
const COMPRESSED = 1;
/** Messages of the content are rows of their own. */
export const SHARES = 2;

/**
 * Longer texts are compressed by zstd. For shorter ones that costs more than the rest of their ingest
 * (pack.ts).
 */
export const COMPRESS_FROM = MAX_PACKED_CHARACTERS;
const LEVEL = 1;
// A call has at most 64 MiB of text, which may take six times as much as JSON. Bytes that expand to more are not ours.
const MAX_OPENED = 512 * 1_048_576;

function compress(json: string): Packed {
  const text = Buffer.from(json);
  // The window is as large as the text. The default of the level is larger, and its setup is half the work.
  const window = Math.min(19, Math.max(10, Math.ceil(Math.log2(text.length))));
  const bytes = zstdCompressSync(text, {
    chunkSize: text.length,
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_windowLog]: window },
  });
  return bytes.length < text.length ? { bytes, isFrame: true } : { bytes: text, isFrame: false };
}

/**
 * Reused for each record, because the cipher reads it synchronously. Ids have at most 256 characters; ids of
 * spans may be longer.
 */
const associated = Buffer.allocUnsafe(1_024);

function associatedData(flags: number, keyVersion: number, account: number, id: string): Buffer {
  const room = 10 + id.length * 3;
  const data = room <= associated.length ? associated : Buffer.allocUnsafe(room);
  data[0] = FORM;
  data[1] = flags;
  data.writeUInt32BE(keyVersion, 2);
  data.writeUInt32BE(account, 6);
  return data.subarray(0, 10 + data.write(id, 10));
}

/** `id`: of the record, or the purpose. `form`: 0 or SHARES. */
export function sealJson(keys: AccountKeys, id: string, json: string, form = 0): Buffer {
  const { version, key } = keys.newest;
  const { bytes: plain, isFrame } = json.length < COMPRESS_FROM ? packContent(json) : compress(json);
  const flags = form | (isFrame ? COMPRESSED : 0);
  const nonce = nextNonce();
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(associatedData(flags, version, keys.account, id));
  const body = cipher.update(plain);
  cipher.final();
  const sealed = Buffer.allocUnsafe(BODY_AT + body.length);
  sealed[0] = FORM;
  sealed.writeUInt32BE(version, VERSION_AT);
  sealed.set(nonce, NONCE_AT);
  sealed.set(cipher.getAuthTag(), TAG_AT);
  sealed[FLAGS_AT] = flags;
  sealed.set(body, BODY_AT);
  freeBytes(body);
  return sealed;
}

interface Unsealed {
  value: Json;
  shares: boolean;
}

/** Null, and counted, if the bytes were sealed with another key or for another purpose, or were changed. */
export function unseal<Read>(
  keys: AccountKeys,
  id: string,
  sealed: Uint8Array,
  read: (unsealed: Unsealed) => Read | null,
): Read | null {
  try {
    const unsealed = open(keys, id, Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength));
    const value = unsealed && read(unsealed);
    if (value) return value;
  } catch {
    // All faults give the same result: the bytes cannot be opened.
  }
  keys.unreadable();
  return null;
}

function open(keys: AccountKeys, id: string, sealed: Buffer): Unsealed | null {
  if (sealed.length < BODY_AT || sealed[0] !== FORM) return null;
  const version = sealed.readUInt32BE(VERSION_AT);
  const key = keys.byVersion.get(version);
  if (!key) return null;
  const flags = sealed[FLAGS_AT] ?? 0;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(NONCE_AT, TAG_AT), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(associatedData(flags, version, keys.account, id));
  decipher.setAuthTag(sealed.subarray(TAG_AT, FLAGS_AT));
  const plain = decipher.update(sealed.subarray(BODY_AT));
  decipher.final();
  const text =
    (flags & COMPRESSED) === 0 ? plain : zstdDecompressSync(plain, { maxOutputLength: MAX_OPENED });
  return { value: JSON.parse(text.toString()) as Json, shares: (flags & SHARES) !== 0 };
}
