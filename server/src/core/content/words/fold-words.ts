// Splits text into searchable words: case and width are ignored, spaces and punctuation separate. Scripts
// without spaces become single characters and pairs of neighbours. Most text is ASCII, and this runs for
// every call with content, so ASCII is folded and hashed in place, byte by byte; only the rest takes the slow
// path.

/** Called with two independent 32-bit hashes of a word and its length. */
type EachWord = (one: number, two: number, length: number) => void;

const SEED_ONE = 0x811c9dc5 | 0;
const PRIME_ONE = 0x01000193;
const PRIME_TWO = 31;

const SEPARATOR = 0;
const BEYOND_ASCII = 1;

/** For each byte its folded form, or that it separates. */
const FOLDED = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code > 127) return BEYOND_ASCII;
  const character = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9_]/.test(character) ? character.charCodeAt(0) : SEPARATOR;
});

/** The current text as UTF-8: reading bytes takes a third of the time of reading string characters. */
let scratch = Buffer.allocUnsafe(1 << 16);

export function eachWord(text: string, each: EachWord): void {
  if (scratch.length <= text.length * 3) scratch = Buffer.allocUnsafe(text.length * 4 + 1);
  const bytes = scratch;
  const end = bytes.write(text, 0, 'utf8');
  // A separator after the text ends its last word, so the loop needs no check for the end.
  bytes[end] = 0;
  let at = 0;
  while (at < end) {
    const start = at;
    let one = SEED_ONE;
    let two = 0;
    let folded = SEPARATOR;
    // Not `?? 0`: it would cost half as much again here, and neither index can be out of range.
    while ((folded = FOLDED[bytes[at] as number] as number) > BEYOND_ASCII) {
      one = Math.imul(one ^ folded, PRIME_ONE);
      two = (Math.imul(two, PRIME_TWO) + folded) | 0;
      at += 1;
    }
    const separates = folded === SEPARATOR ? 1 : punctuationAt(bytes, at);
    if (separates === 0) {
      at = endOfRun(bytes, at, end);
      eachFolded(bytes.toString('utf8', start, at), each);
    } else if (at - start > 1) each(one, two, at - start);
    at += separates;
  }
}

/**
 * The number of punctuation bytes that begin here, or 0. Dashes, quotes and spaces between U+2000 and U+206F,
 * and the no-break space, are in nearly every English text.
 */
function punctuationAt(bytes: Buffer, at: number): number {
  const next = bytes[at + 1] ?? 0;
  if (bytes[at] === 0xe2 && (next === 0x80 || (next === 0x81 && (bytes[at + 2] ?? 0) < 0xb0))) return 3;
  return bytes[at] === 0xc2 && next === 0xa0 ? 2 : 0;
}

function endOfRun(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const folded = FOLDED[bytes[at] ?? 0] ?? SEPARATOR;
    if (folded === SEPARATOR || (folded === BEYOND_ASCII && punctuationAt(bytes, at) > 0)) break;
    at += 1;
  }
  return at;
}

/** Letters and digits with their marks. */
const WORD = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*/gu;
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;

/** Characters beside a word that would be taken for its letters or digits. */
const BESIDE = /[\u00a9\u00ae\u2120\u2122\u00b2\u00b3\u00b9\u2070-\u209f]/g;
/** No word has this many; normalising takes quadratic time. The last two become marks. */
const TOO_MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Upper case first, because it unifies letters with several lower cases. The dotted i and the final sigma
 * remain.
 */
export const fold = (text: string): string =>
  text
    .replaceAll(BESIDE, ' ')
    .replaceAll(TOO_MANY_MARKS, '$1')
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ');

function eachFolded(run: string, each: EachWord): void {
  for (const [word] of fold(run).matchAll(WORD)) {
    let from = 0;
    for (const { 0: part, index } of word.matchAll(UNSPACED)) {
      spaced(word.slice(from, index), each);
      unspaced(part, each);
      from = index + part.length;
    }
    spaced(word.slice(from), each);
  }
}

function spaced(word: string, each: EachWord): void {
  if (word.length > 1 || (word.length === 1 && word.charCodeAt(0) > 127)) hashOf(word, each);
}

/**
 * Each character, so that a single one can be found, and each pair, so that a longer word is found without
 * all texts that have its characters.
 */
function unspaced(part: string, each: EachWord): void {
  let before = '';
  for (const character of part) {
    hashOf(character, each);
    if (before !== '') hashOf(before + character, each);
    before = character;
  }
}

/** As above: over ASCII bytes, and over other characters. */
function hashOf(word: string, each: EachWord): void {
  let one = SEED_ONE;
  let two = 0;
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    one = Math.imul(one ^ code, PRIME_ONE);
    two = (Math.imul(two, PRIME_TWO) + code) | 0;
  }
  each(one, two, word.length);
}
