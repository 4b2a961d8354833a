// Seals secrets that must be readable later (channel targets, tokens in queued emails) with the master key:
// AES-256-GCM from node:crypto, a fresh nonce each time, and the purpose as associated data.
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { NONCE_BYTES, nextNonce } from '#core/content/seal/nonces';

const VERSION = 1;
const TAG_BYTES = 16;
const FIRST_BYTE = Buffer.of(VERSION);

export interface Sealer {
  seal(text: string, purpose: string): string;
  /** Null if it was sealed with another key or for another purpose, or was changed. */
  open(sealed: string, purpose: string): string | null;
}

export const sealer = (masterKey: Buffer): Sealer => keySealer(createSecretKey(masterKey));

const keySealer = (masterKey: KeyObject): Sealer => ({
  seal(text, purpose) {
    const nonce = nextNonce();
    const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(purpose));
    const body = cipher.update(text, 'utf8');
    const end = cipher.final();
    return Buffer.concat([FIRST_BYTE, nonce, cipher.getAuthTag(), body, end]).toString('base64url');
  },
  open(sealed, purpose) {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length < 1 + NONCE_BYTES + TAG_BYTES || bytes[0] !== VERSION) return null;
    const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
    const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', masterKey, nonce)
      .setAAD(Buffer.from(purpose))
      .setAuthTag(tag);
    try {
      return (
        decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES), undefined, 'utf8') +
        decipher.final('utf8')
      );
    } catch {
      return null;
    }
  },
});
