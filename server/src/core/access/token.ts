// Random tokens (sessions, links, invitations) and their stored form. Only a hash is ever kept.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): string => hash('sha256', token, 'base64url');

/** Compares secrets in a time that does not depend on where they differ. */
export function sameSecret(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(hashToken(left)), Buffer.from(hashToken(right)));
}
