// Splits text into searchable words: case and width are ignored, and spaces and punctuation separate words.
// Scripts without spaces are split into single characters and pairs of neighbours. ASCII is folded and hashed
// by scan.wat; the slow path for the rest is here.

/** Called with two independent 32-bit hashes of a word and its length. */
export type EachWord = (one: number, two: number, length: number) => void;

const SEED_ONE = 0x811c9dc5 | 0;
const PRIME_ONE = 0x01000193;
const PRIME_TWO = 31;

/** Letters and digits with their marks. */
const WORD = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*/gu;
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;

/** Signs next to a word that normalisation would turn into letters or digits. */
const SIGNS = /[\u00a9\u00ae\u2120\u2122\u00b2\u00b3\u00b9\u2070-\u209f]/g;
/**
 * No word has this many marks, and normalisation takes quadratic time. It turns the last two characters of the
 * class into marks.
 */
const TOO_MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Converts to upper case first, because several lower-case letters may share one upper case. The dotted i and
 * the final sigma are replaced separately.
 */
export const fold = (text: string): string =>
  text
    .replaceAll(SIGNS, ' ')
    .replaceAll(TOO_MANY_MARKS, '$1')
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ');

/** `run` consists of letters, digits and non-ASCII characters without punctuation. */
export function eachFolded(run: string, each: EachWord): void {
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
  if (word.length > 1 || (word.length === 1 && word.charCodeAt(0) > 127)) messageHashOf(word, each);
}

/**
 * Hashes each character, so that a single one can be found, and each pair, so that a longer word does not
 * match every text that has its characters.
 */
function unspaced(part: string, each: EachWord): void {
  let before = '';
  for (const character of part) {
    messageHashOf(character, each);
    if (before !== '') messageHashOf(before + character, each);
    before = character;
  }
}

/** The same hashes as in scan.wat, over characters instead of bytes. */
function messageHashOf(word: string, each: EachWord): void {
  let one = SEED_ONE;
  let two = 0;
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    one = Math.imul(one ^ code, PRIME_ONE);
    two = (Math.imul(two, PRIME_TWO) + code) | 0;
  }
  each(one, two, word.length);
}
