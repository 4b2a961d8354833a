// Maps numbers and addresses in other characters (full-width forms, Arabic and Devanagari digits, typographic
// hyphens and spaces) to ASCII for the detectors. Each character becomes one, so positions stay the same.

const ODD_DIGIT = '\\uFF10-\\uFF19\\u0660-\\u0669\\u06F0-\\u06F9\\u0966-\\u096F';
const ODD_SEPARATOR = '\\u2007-\\u2015\\u202F\\u2212\\u3000\\uFF0D\\uFF08\\uFF09';

// Contains nothing of Latin-1, so one-byte strings are skipped at once.
const NEEDED = new RegExp(`[${ODD_DIGIT}\\uFF20]|[${ODD_SEPARATOR}](?=\\d)`);
const TO_CHANGE = new RegExp(
  `[\\u00A0${ODD_DIGIT}${ODD_SEPARATOR}\\uFF01-\\uFF5E]|(?<=[\\d${ODD_DIGIT}])\\u30FC`,
  'g',
);

function inAscii(char: string): string {
  const code = char.charCodeAt(0);
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  if (code >= 0x660 && code <= 0x669) return String(code - 0x660);
  if (code >= 0x6f0 && code <= 0x6f9) return String(code - 0x6f0);
  if (code >= 0x966 && code <= 0x96f) return String(code - 0x966);
  return (code >= 0x2010 && code <= 0x2015) || code === 0x2212 || code === 0x30fc ? '-' : ' ';
}

/** True if detectors need no ASCII form of it. */
export const isPlain = (text: string): boolean => !text.includes('\u00A0') && !NEEDED.test(text);

export const plainForm = (text: string): string => text.replace(TO_CHANGE, inAscii);
