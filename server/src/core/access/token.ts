// Random tokens (sessions, links, invitations). Only their hashes are stored.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { randomApiKey } from '#lib/api-key-form';

export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): string => hash('sha256', token, 'base64url');

/** Compares secrets in constant time. */
export function sameSecret(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(hashToken(left)), Buffer.from(hashToken(right)));
}

interface NewApiKey {
  secret: string;
  hash: string;
  hint: string;
}

/** Random, unless the operator has chosen the key (`TRACEWELL_INIT_API_KEY`). */
export const newApiKey = (secret = randomApiKey()): NewApiKey => ({
  secret,
  hash: hashToken(secret),
  hint: `${secret.slice(0, 8)}…${secret.slice(-4)}`,
});
