// The form of an API key: `twl_`, 32 random bytes in base62, and a checksum. The checksum distinguishes a
// typo from a revoked key without a query, and lets scanners find leaked keys.
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62 } from './base62.ts';

const PREFIX = 'twl_';
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

function checksum(body: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return base62(bytes).slice(-CHECKSUM_LENGTH).padStart(CHECKSUM_LENGTH, '0');
}

export function randomApiKey(): string {
  const body = PREFIX + base62(randomBytes(32));
  return body + checksum(body);
}

export function isApiKey(text: string): boolean {
  if (!FORM.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return checksum(body) === text.slice(-CHECKSUM_LENGTH);
}
