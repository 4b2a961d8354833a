// Japan's individual number: twelve digits, the last a check digit. One in eleven ids of twelve digits passes
// by chance (AWS accounts, barcodes), so it must also be written in groups of four, be named as one, or be in
// Japanese text.
import { beginsNumber, endsNumber, isDigit, leadOf } from './characters.ts';
import { atNumber } from './at-number.ts';
import type { Detector } from './detector.ts';

const FORM = /(\d{4})([ -]?)(\d{4})\2(\d{4})/y;
const SAID = /my[ _-]?number|individual[ _-]?number|マイナンバー|個人番号/i;
const JAPANESE = /[\u3041-\u30ff\u4e00-\u9fff]/;
const TRAIL = 16;

function passesCheck(digits: string): boolean {
  let sum = 0;
  for (let n = 1; n <= 11; n += 1) {
    const digit = digits.charCodeAt(11 - n) - 0x30;
    sum += digit * (n <= 6 ? n + 1 : n - 5);
  }
  const rest = sum % 11;
  return digits.charCodeAt(11) - 0x30 === (rest <= 1 ? 0 : 11 - rest);
}

export const myNumber: Detector = {
  kind: 'my_number',
  ...atNumber,
  bounds(text, at, label) {
    if (!isDigit(text.charCodeAt(at + 3)) || !beginsNumber(text, at)) return null;
    FORM.lastIndex = at;
    const [found, , separator] = FORM.exec(text) ?? [];
    if (found === undefined || !endsNumber(text, at + found.length)) return null;
    const digits = found.replace(/\D/g, '');
    if (/^(\d)\1+$/.test(digits) || !passesCheck(digits)) return null;
    const end = at + found.length;
    if (separator === '') {
      const around = leadOf(text, at, label) + text.slice(end, end + TRAIL);
      if (!SAID.test(around) && !JAPANESE.test(around)) return null;
    }
    return { start: at, end };
  },
};
