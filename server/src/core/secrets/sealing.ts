// Seals secrets that must be readable later (channel targets, tokens in queued emails) with the master key:
// AES-256-GCM from node:crypto, a fresh nonce each time, and the purpose as associated data.
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { NONCE_BYTES, nextNonce } from '#core/content/seal/nonces';
import type { Pace } from '#lib/yield-to-event-loop';

const VERSION = 1;
const TAG_BYTES = 16;
const FIRST_BYTE = Buffer.of(VERSION);

export interface Sealer {
  seal(text: string, purpose: string): string;
  /** Null if it was sealed with another key or for another purpose, or was changed. */
  open(sealed: string, purpose: string): string | null;
  /** The same for the bytes of a text that is large, with pauses for the event loop. */
  sealInPieces(text: Buffer, purpose: string, pace: Pace): Promise<string>;
  openInPieces(sealed: string, purpose: string, pace: Pace): Promise<Buffer | null>;
}

const PIECE_BYTES = 256 * 1_024;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
/** Four characters are three bytes, so these begin with the head and have one byte of the text. */
const HEAD_CHARACTERS = 40;

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
  async sealInPieces(text, purpose, pace) {
    const nonce = nextNonce();
    const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(purpose));
    const pieces: Buffer[] = [];
    for (let at = 0; at < text.length; at += PIECE_BYTES) {
      if (pace.isDue) await pace.rest();
      pieces.push(cipher.update(text.subarray(at, at + PIECE_BYTES)));
    }
    cipher.final();
    let sealed = '';
    let rest = Buffer.concat([FIRST_BYTE, nonce, cipher.getAuthTag()]);
    for (const piece of pieces) {
      if (pace.isDue) await pace.rest();
      const bytes = Buffer.concat([rest, piece]);
      const whole = bytes.length - (bytes.length % 3);
      sealed += bytes.toString('base64url', 0, whole);
      rest = bytes.subarray(whole);
    }
    return sealed + rest.toString('base64url');
  },
  async openInPieces(sealed, purpose, pace) {
    const head = Buffer.from(sealed.slice(0, HEAD_CHARACTERS), 'base64url');
    if (head.length < HEAD_BYTES || head[0] !== VERSION) return null;
    const decipher = createDecipheriv('aes-256-gcm', masterKey, head.subarray(1, 1 + NONCE_BYTES))
      .setAAD(Buffer.from(purpose))
      .setAuthTag(head.subarray(1 + NONCE_BYTES, HEAD_BYTES));
    const pieces = [decipher.update(head.subarray(HEAD_BYTES))];
    for (let at = HEAD_CHARACTERS; at < sealed.length; at += PIECE_BYTES) {
      if (pace.isDue) await pace.rest();
      pieces.push(decipher.update(Buffer.from(sealed.slice(at, at + PIECE_BYTES), 'base64url')));
    }
    try {
      decipher.final();
    } catch {
      return null;
    }
    return Buffer.concat(pieces);
  },
});
