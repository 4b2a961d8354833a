// Turns the words of sealed content into searchable numbers that reveal nothing: a fast hash of each word,
// encrypted as one block with a key of the account, truncated to 24 bits
// (docs/adr/0011-search-over-sealed-content.md).
import { createCipheriv, createSecretKey, hkdfSync, type Cipheriv, type KeyObject } from 'node:crypto';
import { freeBytes } from '#lib/free-bytes';
import type { Content } from '#core/content/content';
import { eachText } from './content-texts.ts';
import {
  addText,
  beginRecord,
  BLOCKS,
  onFull,
  scan,
  scanAdded,
  scanMemory,
  sortedHashes,
} from './scan-texts.ts';

const BLOCK_BYTES = 16;
/** Bytes of a stored hash, most significant first. */
const HASH_BYTES = 3;

/** Derived from the content key, so only those who can open the content can test words. */
export const searchKeyOf = (dataKey: KeyObject): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', dataKey, Buffer.alloc(0), 'tracewell content search', 32)));

// scan.wat caches the hashes of recent words under the current key: most words of a record occur in an earlier
// record of its request.
let record = 0;
/** Entries up to this record belong to another key and are invalid. */
let forgotten = 0;
const LAST_RECORD = 0x7fff_ffff;

/**
 * Blocks are encrypted independently, so one cipher serves all; creating it costs more than its use for a
 * record.
 */
let current: { key: KeyObject; cipher: Cipheriv } | null = null;

function useKey(key: KeyObject): void {
  // A worker thread has a copy of the key, and gets a new copy with each message.
  if (current && (current.key === key || current.key.equals(key))) return;
  forgotten = record;
  current = { key, cipher: createCipheriv('aes-256-ecb', key, null).setAutoPadding(false) };
}

function encryptUnknown(): void {
  const length = scan().blocks() * BLOCK_BYTES;
  if (length === 0 || !current) return;
  const sealed = current.cipher.update(scanMemory().subarray(BLOCKS, BLOCKS + length));
  scanMemory().set(sealed, BLOCKS);
  freeBytes(sealed);
  scan().learn();
}
onFull(encryptUnknown);

/** Sorted, without duplicates, as bytes. */
function hashesOf(key: KeyObject, addTexts: (add: (text: string) => void) => void): Buffer {
  useKey(key);
  // Words that have no hash because of an error must not count as known.
  if (scan().blocks() > 0) forgotten = record;
  if (record === LAST_RECORD) {
    scan().clear();
    record = 0;
    forgotten = 0;
  }
  record += 1;
  beginRecord(record, forgotten);
  addTexts(addText);
  scanAdded();
  encryptUnknown();
  return sortedHashes();
}

/** In the form that is stored in the table. */
export const contentWords = (key: KeyObject, content: Content): Buffer =>
  hashesOf(key, (add) => eachText(content, add));

/** For queries. */
export const textWords = (key: KeyObject, text: string): number[] =>
  hashesIn(hashesOf(key, (add) => add(text)));

export function hashesIn(bytes: Uint8Array): number[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    all.readUIntBE(at * HASH_BYTES, HASH_BYTES),
  );
}
