import { beginsNumber, endsNumber, isDigit } from './characters.ts';
import { atNumber } from './at-number.ts';
import type { Detector } from './detector.ts';

// Issuers by prefix and length. A number that no network issues is an id, even with a valid check digit.
const NETWORKS: [prefix: RegExp, lengths: number[]][] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:6011|64[4-9]|65)/, [16, 19]],
  [/^35(?:2[89]|[3-8])/, [16, 19]],
  [/^(?:30[0-5]|3[689])/, [14, 16]],
  [/^62/, [16, 17, 18, 19]],
  [/^220[0-4]/, [16]],
  [/^(?:5018|5020|5038|5893|6304|6759|676[1-3])/, [16, 18, 19]],
];

// 4-4-4-4, 4-6-5 (American Express), 4-6-4 (Diners), or without separators.
const FORM = /(?:\d{4}([ -])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{3})?|\d{4}([ -])\d{6}\2\d{4,5}|\d{13,19})(?!\d)/y;

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 0x30;
    const doubled = at % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

export const creditCard: Detector = {
  kind: 'credit_card',
  ...atNumber,
  bounds(text, at) {
    if (!isDigit(text.charCodeAt(at + 3)) || !beginsNumber(text, at)) return null;
    FORM.lastIndex = at;
    const found = FORM.exec(text)?.[0];
    if (found === undefined || !endsNumber(text, at + found.length)) return null;
    const digits = found.replace(/\D/g, '');
    const issued = NETWORKS.some(
      ([prefix, lengths]) => lengths.includes(digits.length) && prefix.test(digits),
    );
    return issued && passesLuhn(digits) ? { start: at, end: at + found.length } : null;
  },
};
