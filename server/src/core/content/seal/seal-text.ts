// Seals short texts of content in the metadata store (dataset items, the selection of an erasure) like
// content, encoded for a text column. Sealed text opens only with the `purpose` that it was sealed with.
import { createHmac } from 'node:crypto';
import { AppError } from '#lib/app-error';
import type { AccountKeys } from './content-keys.ts';
import { digestKey } from './digest-key.ts';
import { openContent, sealContent } from './seal-content.ts';

export const sealText = (keys: AccountKeys, purpose: string, text: string): string =>
  sealContent(keys, purpose, { input: text }).toString('base64url');

/** Throws if it was sealed with another key or for another purpose, or was changed. */
export function openText(keys: AccountKeys, purpose: string, sealed: string): string {
  const text = openContent(keys, purpose, Buffer.from(sealed, 'base64url'))?.input;
  if (typeof text === 'string') return text;
  throw new AppError(
    'unavailable',
    'content_unreadable',
    'A sealed text of this account cannot be opened with the master key of this service.',
  );
}

/** A keyed hash: the same text of the same account gives the same hash. The key is derived once. */
export function textDigester(keys: AccountKeys, purpose: string): (text: string) => string {
  const secret = digestKey(keys, purpose);
  return (text) => createHmac('sha256', secret).update(text).digest('hex');
}

export const digestText = (keys: AccountKeys, purpose: string, text: string): string =>
  textDigester(keys, purpose)(text);

/** The name of a call in the audit log. The log keeps entries forever, and an id may identify a person. */
export const callDigest = (keys: AccountKeys, callId: string): string => digestText(keys, 'call', callId);
