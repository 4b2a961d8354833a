export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Encodes bytes as a base62 number, left-padded to the width that any value of that length fits. */
export function base62(bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  const width = Math.ceil((bytes.length * 8) / Math.log2(62));
  let text = '';
  for (; value > 0n; value /= 62n) text = ALPHABET[Number(value % 62n)] + text;
  return text.padStart(width, '0');
}
