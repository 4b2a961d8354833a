// The words of sealed content as numbers that can be looked for and tell nothing by themselves: a fast hash of each word, encrypted
// as one block with a key that only this account has, and 24 bits of that (docs/adr/0011-search-over-sealed-content.md).
import { createCipheriv, createSecretKey, hkdfSync, type Cipheriv, type KeyObject } from 'node:crypto';
import type { Content } from '#core/content/split-content';
import { eachText } from './content-texts.ts';
import { eachWord } from './fold-words.ts';

const BLOCK_WORDS = 4; // of 32 bits: what AES takes at once
const HASH_BITS = 0xff_ffff;

/** From the key that seals the content: whoever may not open it cannot tell its words either. */
export const searchKeyOf = (dataKey: KeyObject): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', dataKey, Buffer.alloc(0), 'tracewell content search', 32)));

/** Blocks are encrypted each by itself, so one cipher serves for good; making it costs more than what it does for a record. */
const ciphers = new WeakMap<KeyObject, Cipheriv>();

const cipherOf = (key: KeyObject): Cipheriv => {
  let cipher = ciphers.get(key);
  if (!cipher) ciphers.set(key, (cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)));
  return cipher;
};

// The different words of the record at hand, each as a block, kept for the next record and grown for long ones. In variables of
// the module: this runs for every word of every call with content, and fields of an object take twice as long.
let words = new Int32Array(1_024 * BLOCK_WORDS);
let count = 0;

/** Where in `words` a word is, by its hash; a slot counts while it has the mark of this record. */
const SLOTS = 1 << 13;
const slots = new Int32Array(SLOTS);
const marks = new Int32Array(SLOTS);
let mark = 1;

function addWord(one: number, two: number, length: number): void {
  let slot = (one ^ (one >>> 15)) & (SLOTS - 1);
  for (; marks[slot] === mark; slot = (slot + 1) & (SLOTS - 1)) {
    const known = slots[slot] as number;
    if (words[known] === one && words[known + 1] === two) return;
  }
  const at = count * BLOCK_WORDS;
  if (at === words.length) {
    const grown = new Int32Array(at * 2);
    grown.set(words);
    words = grown;
  }
  // Up to half full, so that there is always a free one; beyond, equal words are left for the end.
  if (count < SLOTS / 2) {
    marks[slot] = mark;
    slots[slot] = at;
  }
  words[at] = one;
  words[at + 1] = two;
  words[at + 2] = length;
  count += 1;
}

const addText = (text: string): void => eachWord(text, addWord);

/** Of all that was added; sorted, each once. */
function takeHashes(key: KeyObject): Uint32Array {
  const blocks = count;
  // First, so that nothing of this record can be left for the next.
  count = 0;
  mark = mark === 0x7fff_ffff ? 1 : mark + 1;
  if (mark === 1) marks.fill(0);
  if (blocks === 0) return new Uint32Array(0);
  const sealed = cipherOf(key).update(new Uint8Array(words.buffer, 0, blocks * BLOCK_WORDS * 4));
  const view = new DataView(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const hashes = new Uint32Array(blocks);
  for (let at = 0, from = 0; at < blocks; at += 1, from += BLOCK_WORDS * 4) {
    hashes[at] = view.getUint32(from, true) & HASH_BITS;
  }
  hashes.sort();
  let kept = 1;
  for (let at = 1; at < blocks; at += 1) {
    const hash = hashes[at] as number;
    if (hash === hashes[kept - 1]) continue;
    hashes[kept] = hash;
    kept += 1;
  }
  return kept === blocks ? hashes : hashes.slice(0, kept);
}

export function contentWords(key: KeyObject, content: Content): Uint32Array {
  eachText(content, addText);
  return takeHashes(key);
}

export function textWords(key: KeyObject, text: string): Uint32Array {
  addText(text);
  return takeHashes(key);
}
