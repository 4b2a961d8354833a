// Turns the words of sealed content into searchable numbers that reveal nothing: a fast hash of each word,
// encrypted as one block with a key of the account, and 24 bits of that
// (docs/adr/0011-search-over-sealed-content.md).
import { createCipheriv, createSecretKey, hkdfSync, type Cipheriv, type KeyObject } from 'node:crypto';
import { freeBytes } from '#lib/free-bytes';
import type { Content } from '#core/content/content';
import { eachText } from './content-texts.ts';
import { eachWord } from './fold-words.ts';
import { hashesIn, sortedHashes } from './sorted-hashes.ts';

const BLOCK_INTS = 4; // of 32 bits: what AES takes at once
const HASH_BITS = 0xff_ffff;

/** Derived from the content key, so only those who can open the content can test words. */
export const searchKeyOf = (dataKey: KeyObject): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', dataKey, Buffer.alloc(0), 'tracewell content search', 32)));

// The following are module variables: this runs for every word of every call with content, and object fields
// take twice as long. They are valid only within one call of `hashesOf`, except the hashes of words under the
// same key.

/** The hashes of the current record, possibly with duplicates. */
let hashes = new Uint32Array(4_096);
let hashCount = 0;

/** Words of the current record without known hashes, as AES blocks, and their positions in `known`. */
let unknown = new Int32Array(4_096 * BLOCK_INTS);
let unknownPlaces = new Int32Array(4_096);
let unknownCount = 0;

/**
 * Recently seen words under the current key, by their fast hashes: most words of a request were in an earlier
 * record of it. The first hash selects a pair of positions, and a new word replaces the one that was seen
 * less recently. With single positions, a sixth of 3,000 words would keep evicting each other, and nearly
 * every record would need AES.
 */
const PAIRS = 1 << 13;
const KNOWN_INTS = 4;
const PAIR_INTS = 2 * KNOWN_INTS;
const ONE = 0;
const TWO = 1;
const HASH = 2;
/** The record in which the word was last seen. */
const RECORD = 3;
const known = new Int32Array(PAIRS * PAIR_INTS);
let record = 0;
/** Entries up to this record belong to another key and are invalid. */
let forgotten = 0;

/**
 * Blocks are encrypted independently, so one cipher serves all; creating it costs more than its use for a
 * record.
 */
let current: { key: KeyObject; cipher: Cipheriv } | null = null;

function cipherOf(key: KeyObject): Cipheriv {
  // Another thread has a copy of the key, and a new one with each message.
  if (current && (current.key === key || current.key.equals(key))) return current.cipher;
  forgotten = record;
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  current = { key, cipher };
  return cipher;
}

function addWord(one: number, two: number, length: number): void {
  const pair = ((one ^ (one >>> 14)) & (PAIRS - 1)) * PAIR_INTS;
  let place = pair;
  if (known[pair + ONE] !== one) place += KNOWN_INTS;
  const met = known[place + RECORD] as number;
  if (met > forgotten && known[place + ONE] === one && known[place + TWO] === two) {
    known[place + RECORD] = record;
    makeRoom();
    hashes[hashCount] = known[place + HASH] as number;
    // Counts if the word was not seen in this record before: the difference is then negative. A branch would
    // be mispredicted.
    hashCount += (met - record) >>> 31;
    return;
  }
  const isFirstOlder = (known[pair + RECORD] as number) <= (known[pair + KNOWN_INTS + RECORD] as number);
  addUnknown(one, two, length, isFirstOlder ? pair : pair + KNOWN_INTS);
}

function addUnknown(one: number, two: number, length: number, place: number): void {
  known[place + ONE] = one;
  known[place + TWO] = two;
  known[place + RECORD] = record;
  if (unknownCount === unknownPlaces.length) {
    unknown = grown(unknown);
    unknownPlaces = grown(unknownPlaces);
  }
  const at = unknownCount * BLOCK_INTS;
  unknown[at] = one;
  unknown[at + 1] = two;
  unknown[at + 2] = length;
  unknownPlaces[unknownCount] = place;
  unknownCount += 1;
}

function grown(ints: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(ints.length * 2);
  larger.set(ints);
  return larger;
}

function addHash(hash: number): void {
  makeRoom();
  hashes[hashCount] = hash;
  hashCount += 1;
}

/** Room for one more hash. */
function makeRoom(): void {
  if (hashCount < hashes.length) return;
  const larger = new Uint32Array(hashCount * 2);
  larger.set(hashes);
  hashes = larger;
}

function encryptUnknown(cipher: Cipheriv): void {
  const sealed = cipher.update(new Uint8Array(unknown.buffer, 0, unknownCount * BLOCK_INTS * 4));
  const blocks = new DataView(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  for (let at = 0; at < unknownCount; at += 1) {
    const block = at * BLOCK_INTS;
    const hash = blocks.getUint32(block * 4, true) & HASH_BITS;
    addHash(hash);
    const place = unknownPlaces[at] as number;
    // Unless another word has replaced it.
    if (known[place + ONE] === unknown[block] && known[place + TWO] === unknown[block + 1])
      known[place + HASH] = hash;
  }
  freeBytes(sealed);
}

/** Sorted, without duplicates, as bytes. */
function hashesOf(key: KeyObject, addTexts: (add: (text: string) => void) => void): Buffer {
  const cipher = cipherOf(key);
  // Words that have no hash because of an error must not count as known.
  if (unknownCount > 0) forgotten = record;
  if (record === 0x7fff_ffff) {
    known.fill(0);
    record = 0;
    forgotten = 0;
  }
  record += 1;
  hashCount = 0;
  unknownCount = 0;
  addTexts(addText);
  if (unknownCount > 0) encryptUnknown(cipher);
  unknownCount = 0;
  return sortedHashes(hashes.subarray(0, hashCount));
}

const addText = (text: string): void => eachWord(text, addWord);

/** As stored in the table. */
export const contentWords = (key: KeyObject, content: Content): Buffer =>
  hashesOf(key, (add) => eachText(content, add));

/** For queries. */
export const textWords = (key: KeyObject, text: string): number[] =>
  hashesIn(hashesOf(key, (add) => add(text)));
