// The words of sealed content as numbers that can be looked for and tell nothing by themselves: a fast hash of each word, encrypted
// as one block with a key that only this account has, and 24 bits of that (docs/adr/0011-search-over-sealed-content.md).
import { createCipheriv, createSecretKey, hkdfSync, type Cipheriv, type KeyObject } from 'node:crypto';
import { freeBytes } from '#lib/free-bytes';
import type { Content } from '#core/content/split-content';
import { eachText } from './content-texts.ts';
import { eachWord } from './fold-words.ts';
import { hashesIn, sortedHashes } from './sorted-hashes.ts';

const BLOCK_INTS = 4; // of 32 bits: what AES takes at once
const HASH_BITS = 0xff_ffff;

/** From the key that seals the content: whoever may not open it cannot tell its words either. */
export const searchKeyOf = (dataKey: KeyObject): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', dataKey, Buffer.alloc(0), 'tracewell content search', 32)));

// What follows is in variables of the module: it runs for every word of every call with content, and fields of an object take twice as
// long. Nothing in it is asked for later than in the call of `hashesOf` that filled it, except hashes of words under the same key.

/** The hashes of the record at hand; one may be there twice. */
let hashes = new Uint32Array(4_096);
let hashCount = 0;

/** Words of the record at hand whose hashes are not known, as blocks for AES. */
let unknown = new Int32Array(4_096 * BLOCK_INTS);
let unknownInts = 0;

/**
 * Words that were met lately, under the key at hand, by their fast hashes: most words of a request have been in an earlier record of it.
 * A word is where the first hash says, and takes the place of another one.
 */
const KNOWN = 1 << 14;
const KNOWN_INTS = 4;
const ONE = 0;
const TWO = 1;
const HASH = 2;
/** The record in which the word was met last. */
const RECORD = 3;
const known = new Int32Array(KNOWN * KNOWN_INTS);
let record = 0;
/** What was met up to this record, under another key, is not known any more. */
let forgotten = 0;

/** Blocks are encrypted each by itself, so one cipher serves for all; making it costs more than what it does for a record. */
let current: { key: KeyObject; cipher: Cipheriv } | null = null;

function cipherOf(key: KeyObject): Cipheriv {
  // Another thread has a copy of the key, and with each message a new one.
  if (current && (current.key === key || current.key.equals(key))) return current.cipher;
  forgotten = record;
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  current = { key, cipher };
  return cipher;
}

const placeOf = (one: number): number => ((one ^ (one >>> 14)) & (KNOWN - 1)) * KNOWN_INTS;

function addWord(one: number, two: number, length: number): void {
  const place = placeOf(one);
  const met = known[place + RECORD] as number;
  if (met > forgotten && known[place + ONE] === one && known[place + TWO] === two) {
    if (met === record) return;
    known[place + RECORD] = record;
    addHash(known[place + HASH] as number);
    return;
  }
  known[place + ONE] = one;
  known[place + TWO] = two;
  known[place + RECORD] = record;
  if (unknownInts === unknown.length) {
    const grown = new Int32Array(unknownInts * 2);
    grown.set(unknown);
    unknown = grown;
  }
  unknown[unknownInts] = one;
  unknown[unknownInts + 1] = two;
  unknown[unknownInts + 2] = length;
  unknownInts += BLOCK_INTS;
}

function addHash(hash: number): void {
  if (hashCount === hashes.length) {
    const grown = new Uint32Array(hashCount * 2);
    grown.set(hashes);
    hashes = grown;
  }
  hashes[hashCount] = hash;
  hashCount += 1;
}

function encryptUnknown(cipher: Cipheriv): void {
  const sealed = cipher.update(new Uint8Array(unknown.buffer, 0, unknownInts * 4));
  const blocks = new DataView(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  for (let at = 0; at < unknownInts; at += BLOCK_INTS) {
    const hash = blocks.getUint32(at * 4, true) & HASH_BITS;
    addHash(hash);
    const place = placeOf(unknown[at] as number);
    // Unless another word has taken its place since.
    if (known[place + ONE] === unknown[at] && known[place + TWO] === unknown[at + 1])
      known[place + HASH] = hash;
  }
  freeBytes(sealed);
}

/** Sorted, each once, as bytes. */
function hashesOf(key: KeyObject, addTexts: (add: (text: string) => void) => void): Buffer {
  const cipher = cipherOf(key);
  // Words that were left without a hash by an error must not be taken for known ones.
  if (unknownInts > 0) forgotten = record;
  if (record === 0x7fff_ffff) {
    known.fill(0);
    record = 0;
    forgotten = 0;
  }
  record += 1;
  hashCount = 0;
  unknownInts = 0;
  addTexts(addText);
  if (unknownInts > 0) encryptUnknown(cipher);
  unknownInts = 0;
  return sortedHashes(hashes.subarray(0, hashCount));
}

const addText = (text: string): void => eachWord(text, addWord);

/** As the table keeps them. */
export const contentWords = (key: KeyObject, content: Content): Buffer =>
  hashesOf(key, (add) => eachText(content, add));

/** To ask for. */
export const textWords = (key: KeyObject, text: string): number[] =>
  hashesIn(hashesOf(key, (add) => add(text)));
