// Nonces from a pool: 12 random bytes cost as much as encrypting a kilobyte, 12 thousand at once do not.
import { randomFillSync } from 'node:crypto';

export const NONCE_BYTES = 12;
const POOL = 1_024;

const pool = Buffer.alloc(NONCE_BYTES * POOL);
let next = pool.length;

/** Never returns the same nonce twice. The result is a view of the pool: use it before the next call. */
export function nextNonce(): Buffer {
  if (next === pool.length) {
    randomFillSync(pool);
    next = 0;
  }
  next += NONCE_BYTES;
  return pool.subarray(next - NONCE_BYTES, next);
}
