// Classes of ASCII characters by code. Other characters are in no class, so a number or token may directly
// follow Japanese or Chinese text.

const DIGIT = 1;
const LETTER = 2;
const UNDERSCORE = 4;
const HYPHEN = 8;
const BASE64_REST = 16;
const EQUALS = 64;
const HEX = 32;

const classes = new Uint8Array(128);
const mark = (chars: string, bit: number) => {
  for (const char of chars) classes[char.charCodeAt(0)] = (classes[char.charCodeAt(0)] ?? 0) | bit;
};
mark('0123456789', DIGIT | HEX);
mark('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', LETTER);
mark('abcdefABCDEF', HEX);
mark('_', UNDERSCORE);
mark('-', HYPHEN);
mark('+/.~', BASE64_REST);
mark('=', EQUALS);

const is = (bits: number) => (code: number) => code < 128 && ((classes[code] ?? 0) & bits) !== 0;

// `charCodeAt` outside the text returns NaN, which is in no class.
export const isDigit = is(DIGIT);
export const isAlnum = is(DIGIT | LETTER);
export const isHex = is(HEX);
/** Letters, digits, underscore. */
export const isWord = is(DIGIT | LETTER | UNDERSCORE);
/** base64url, which most tokens consist of. */
export const isToken = is(DIGIT | LETTER | UNDERSCORE | HYPHEN);
/** Any base64 without padding, and the other characters of bearer tokens. */
export const isUnpadded = is(DIGIT | LETTER | UNDERSCORE | HYPHEN | BASE64_REST);
export const isPadded = is(DIGIT | LETTER | UNDERSCORE | HYPHEN | BASE64_REST | EQUALS);

/** The index after the run of a class that begins at `from`, at most `limit` characters long. */
export function runEnd(
  text: string,
  from: number,
  inClass: (code: number) => boolean,
  limit: number,
): number {
  const stop = Math.min(text.length, from + limit);
  let at = from;
  while (at < stop && inClass(text.charCodeAt(at))) at += 1;
  return at;
}

const HYPHEN_CODE = 0x2d;
const DOT_CODE = 0x2e;

/**
 * Whether a number starting at `start` stands alone, and is not the end of an identifier, a decimal or a
 * version.
 */
export function beginsNumber(text: string, start: number): boolean {
  const before = text.charCodeAt(start - 1);
  if (isWord(before)) return false;
  return (before !== HYPHEN_CODE && before !== DOT_CODE) || !isWord(text.charCodeAt(start - 2));
}

/** Whether a number ending before `end` stands alone: no word continues, and no `-12` or `.5` follows. */
export function endsNumber(text: string, end: number): boolean {
  const after = text.charCodeAt(end);
  if (isWord(after) || after === 0x40) return false;
  const joins =
    after === HYPHEN_CODE || after === DOT_CODE || after === 0x3a || after === 0x2f || after === 0x2c;
  return !joins || !isWord(text.charCodeAt(end + 1));
}

const LEAD = 32;

/** The words right before a match, with the field's name if the text began shortly before. */
export const leadOf = (text: string, start: number, label: string): string =>
  (start < LEAD && label !== '' ? `${label}: ` : '') + text.slice(Math.max(0, start - LEAD), start);
