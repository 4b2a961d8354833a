// Ids in JSON are hex in any case by the OTLP text; old Swift, Dart and Java exporters write base64. No length is both.

const HEX = /^[0-9a-f]+$/;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const ZEROS = /^0+$/;

/** Lower-case hex of `bytes` bytes, or '' for anything else, the all-zero id included. */
export function readId(value: unknown, bytes: 8 | 16): string {
  if (typeof value !== 'string' || value === '') return '';
  if (value.length === bytes * 2) {
    const id = value.toLowerCase();
    return HEX.test(id) && !ZEROS.test(id) ? id : '';
  }
  if (!BASE64.test(value)) return '';
  const decoded = Buffer.from(value, 'base64');
  return decoded.length === bytes ? usableId(decoded.toString('hex')) : '';
}

export const usableId = (hex: string): string => (ZEROS.test(hex) ? '' : hex);
