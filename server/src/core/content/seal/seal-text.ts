// Short texts that the metadata store keeps of content (items of datasets, what an erasure selects): sealed as content is, in the
// letters that a text column takes. `place` says where the text belongs; it opens nowhere else.
import { createHmac, hkdfSync, type KeyObject } from 'node:crypto';
import { AppError } from '#lib/app-error';
import type { AccountKeys } from './content-keys.ts';
import { openContent, sealContent } from './seal-content.ts';

export const sealText = (keys: AccountKeys, place: string, text: string): string =>
  sealContent(keys, place, { input: text }).toString('base64url');

/** Throws when it was sealed with another key or for another place, or was changed. */
export function openText(keys: AccountKeys, place: string, sealed: string): string {
  const text = openContent(keys, place, Buffer.from(sealed, 'base64url'))?.input;
  if (typeof text === 'string') return text;
  throw new AppError(
    'unavailable',
    'content_unreadable',
    'A sealed text of this account cannot be opened with the master key of this service.',
  );
}

/** A hash that only who has the key can compute: the same text of the same account gives the same one. */
export function digestText(keys: AccountKeys, purpose: string, text: string): string {
  const oldest: KeyObject = keys.byVersion.get(Math.min(...keys.byVersion.keys())) ?? keys.newest.key;
  const secret = Buffer.from(hkdfSync('sha256', oldest, Buffer.alloc(0), `tracewell digest ${purpose}`, 32));
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** How the audit log names a call: it keeps its entries for ever, and an id may say whom a call was about. */
export const callDigest = (keys: AccountKeys, callId: string): string => digestText(keys, 'call', callId);
