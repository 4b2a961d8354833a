// How a file is recognised: by a hash that is keyed by the account, so that nobody can learn from it what another account
// has. It is made of the name that Langfuse's clients derive from the bytes, because their records hold that name only.
import { createHmac } from 'node:crypto';
import type { AccountKeys } from '#core/content/seal/content-keys';
import { digestKey } from '#core/content/seal/digest-key';

/** The beginning of the SHA-256, in the alphabet of addresses: 132 bits. */
const NAME_CHARACTERS = 22;
export const MEDIA_NAME = /^[\w-]{22}$/;

export const mediaName = (sha256: Buffer): string => sha256.toString('base64url').slice(0, NAME_CHARACTERS);

/** Instead of an id, where a record has the name of a file. */
export const HASH_PREFIX = 'hash_';

/** Makes many of them with one key. */
export function mediaHasher(keys: AccountKeys): (name: string) => string {
  const key = digestKey(keys, 'media');
  return (name) => createHmac('sha256', key).update(name).digest('hex');
}
