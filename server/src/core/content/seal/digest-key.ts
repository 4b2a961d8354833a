// In a file of its own, so that the preparing thread does not load the stores.
import { hkdfSync, type KeyObject } from 'node:crypto';
import type { AccountKeys } from './content-keys.ts';

/** The key of hashes that stay the same as long as the account exists. */
export function digestKey(keys: AccountKeys, purpose: string): Buffer {
  const oldest: KeyObject = keys.byVersion.get(Math.min(...keys.byVersion.keys())) ?? keys.newest.key;
  return Buffer.from(hkdfSync('sha256', oldest, Buffer.alloc(0), `tracewell digest ${purpose}`, 32));
}
