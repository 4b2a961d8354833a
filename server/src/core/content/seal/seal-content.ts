// Seals the content of one record: JSON, compressed, then AES-256-GCM with the account's data key.
//   form 1 | key version 4 | nonce 12 | tag 16 | flags 1 | body
// Account and record are the associated data, so the bytes open only in the row that they were made for.
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { freeBytes } from '#lib/free-bytes';
import type { Content } from '#core/content/content';
import { mediaIn } from '#core/content/media/reference';
import { contentWords } from '#core/content/words/word-hashes';
import type { OpenedContent } from '#core/content/messages/restore-messages';
import type { Shared } from '#core/content/messages/share-messages';
import type { Json, StoredContent, StoredRecord } from '#records';
import type { MessageId } from '#records/writer/rows/stored';
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
const SHARES = 2;

/**
 * Longer texts are compressed by zstd. For shorter ones that costs more than the rest of their ingest
 * (pack.ts).
 */
export const COMPRESS_FROM = MAX_PACKED_CHARACTERS;
const LEVEL = 1;
// A record has at most 256 KiB of JSON on arrival. Bytes that expand to far more are not ours.
const MAX_OPENED = 16 * 1_048_576;

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

export const sealContent = (keys: AccountKeys, id: string, content: Content): Buffer =>
  sealJson(keys, id, JSON.stringify(content));

const messagePurpose = (id: MessageId): string => `message:${Buffer.from(id, 'latin1').toString('hex')}`;

/** A message that several contents share (../messages). */
export const sealMessage = (keys: AccountKeys, id: MessageId, json: string): Buffer =>
  sealJson(keys, messagePurpose(id), json);

function sealJson(keys: AccountKeys, id: string, json: string, form = 0): Buffer {
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

/**
 * A content of the service itself, which has all its messages. Null, and counted, if the bytes were sealed with another
 * key or for another record, or were changed.
 */
export const openContent = (keys: AccountKeys, id: string, sealed: Uint8Array): Content | null =>
  opened(keys, id, sealed, ({ value, shares }) => (shares ? null : (value as Content)));

/** A content of a record. */
export const openSharing = (keys: AccountKeys, id: string, sealed: Uint8Array): OpenedContent | null =>
  opened(keys, id, sealed, ({ value, shares }) =>
    shares ? (value as unknown as OpenedContent) : { content: value as Content, lists: [] },
  );

/** In a list, because the message may be null. */
export const openMessage = (keys: AccountKeys, id: MessageId, sealed: Uint8Array): [Json] | null =>
  opened(keys, messagePurpose(id), sealed, ({ value }) => [value]);

interface Unsealed {
  value: Json;
  shares: boolean;
}

function opened<Read>(
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

const NO_WORDS = Buffer.alloc(0);

type SealedRecord = Pick<StoredContent, 'sealed' | 'words' | 'media' | 'messages'>;

export function sealRecord(
  keys: AccountKeys,
  record: StoredRecord,
  content: Content,
  searchable: boolean,
  shared: Shared | null,
): SealedRecord {
  const { rest, lists, ids } = shared ?? { rest: content, lists: [], ids: [] };
  const json = JSON.stringify(shared ? ({ content: rest, lists } satisfies OpenedContent) : content);
  return {
    sealed: sealJson(keys, record.id, json, shared ? SHARES : 0),
    // Observations are found through the calls of their trace.
    words: record.kind === 'call' && searchable ? contentWords(keys.search[0], rest) : NO_WORDS,
    media: mediaIn(json, keys),
    messages: ids,
  };
}
