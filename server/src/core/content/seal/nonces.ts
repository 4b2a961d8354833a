// Nonces from a pool: asking for 12 random bytes costs as much as encrypting a kilobyte, asking for 12 thousand does not.
import { randomFillSync } from 'node:crypto';

export const NONCE_BYTES = 12;
const POOL = 1_024;

const pool = Buffer.alloc(NONCE_BYTES * POOL);
let next = pool.length;

/** Never the same twice. To be used before the next is asked for: it is a view of the pool. */
export function nextNonce(): Buffer {
  if (next === pool.length) {
    randomFillSync(pool);
    next = 0;
  }
  next += NONCE_BYTES;
  return pool.subarray(next - NONCE_BYTES, next);
}
