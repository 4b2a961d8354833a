import { isAlnum, isWord } from './characters.ts';
import { atNumber } from './at-number.ts';
import type { Detector } from './detector.ts';

// Length of an account number by country (ISO 13616).
const LENGTHS = new Map(
  Object.entries({
    15: 'NO',
    16: 'BE',
    18: 'DK FI FK FO GL NL SD',
    19: 'MK SI',
    20: 'AT BA EE KZ LT LU MN XK',
    21: 'CH HR LI LV',
    22: 'BG BH CR DE GB GE IE ME RS VA',
    23: 'AE GI IL IQ OM SO TL',
    24: 'AD CZ ES MD PK RO SA SE SK TN VG',
    25: 'LY PT ST',
    26: 'IS TR',
    27: 'BI DJ FR GR IT MC MR SM',
    28: 'AL AZ BY CY DO GT HN HU LB NI PL SV',
    29: 'BR EG PS QA UA',
    30: 'JO KW MU YE',
    31: 'MT SC',
    33: 'RU',
  }).flatMap(([length, countries]) =>
    countries.split(' ').map((country) => [country, Number(length)] as const),
  ),
);

// This many digits, and no letters, follow the check digits. Listed only for countries whose letters are
// hexadecimal digits: otherwise one id in forty thousand would match.
const DIGITS = new Map([
  ['AD', 8],
  ['AE', 19],
  ['BA', 16],
  ['BE', 12],
  ['DE', 18],
  ['EE', 16],
]);
const NOT_A_DIGIT = /\D/;

/**
 * ISO 7064 mod 97-10: the first four characters move to the end, letters become 10 to 35, the remainder must
 * be 1.
 */
function passesMod97(iban: string): boolean {
  let rest = 0;
  for (let at = 0; at < iban.length; at += 1) {
    const code = iban.charCodeAt((at + 4) % iban.length);
    rest = code <= 0x39 ? (rest * 10 + code - 0x30) % 97 : (rest * 100 + code - 0x37) % 97;
  }
  return rest === 1;
}

export const iban: Detector = {
  kind: 'iban',
  ...atNumber,
  bounds(text, at) {
    const start = at - 2;
    if (!isAlnum(text.charCodeAt(at - 1)) || isWord(text.charCodeAt(start - 1))) return null;
    const country = text.slice(start, at).toUpperCase();
    const length = LENGTHS.get(country);
    if (length === undefined) return null;
    let compact = '';
    let end = start;
    while (compact.length < length) {
      const code = text.charCodeAt(end);
      if (isAlnum(code)) compact += text[end];
      // Written in groups of four.
      else if (compact.length % 4 !== 0 || (code !== 0x20 && code !== 0x2d)) return null;
      else if (!isAlnum(text.charCodeAt(end + 1))) return null;
      end += 1;
    }
    if (NOT_A_DIGIT.test(compact.slice(4, 4 + (DIGITS.get(country) ?? 0)))) return null;
    return !isWord(text.charCodeAt(end)) && passesMod97(compact.toUpperCase()) ? { start, end } : null;
  },
};
