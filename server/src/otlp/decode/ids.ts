// Ids in JSON are hex in upper or lower case; old Swift, Dart and Java exporters write base64. The length
// distinguishes them.

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const ANY_HEX = /^[0-9a-fA-F]+$/;
const ZEROS = /^0+$/;

/** Lower-case hex of `bytes` bytes; '' for anything else, including the all-zero id. */
export function readId(value: unknown, bytes: 8 | 16): string {
  if (typeof value !== 'string' || value === '') return '';
  if (value.length === bytes * 2) return readHex(value);
  if (!BASE64.test(value)) return '';
  const decoded = Buffer.from(value, 'base64');
  return decoded.length === bytes ? usableId(decoded.toString('hex')) : '';
}

const ZERO = 0x30;
const NINE = 0x39;
const LOWER_A = 0x61;
const LOWER_F = 0x66;

/**
 * Character by character: every span has three ids, and regular expressions took longer than everything else.
 */
function readHex(text: string): string {
  let isZero = true;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== ZERO) isZero = false;
    if ((code >= ZERO && code <= NINE) || (code >= LOWER_A && code <= LOWER_F)) continue;
    return ANY_HEX.test(text) ? readHex(text.toLowerCase()) : '';
  }
  return isZero ? '' : text;
}

export const usableId = (hex: string): string => (ZEROS.test(hex) ? '' : hex);
