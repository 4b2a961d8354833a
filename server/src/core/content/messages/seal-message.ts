// A message that several contents share, sealed on its own.
import type { AccountKeys } from '#core/content/seal/content-keys';
import { sealJson, unseal } from '#core/content/seal/seal-json';
import type { Json } from '#records';
import type { MessageId } from '#records/writer/rows/stored';

const messagePurpose = (id: MessageId): string => `message:${Buffer.from(id, 'latin1').toString('hex')}`;

export const sealMessage = (keys: AccountKeys, id: MessageId, json: string): Buffer =>
  sealJson(keys, messagePurpose(id), json);

/** In a list, because the message may be null. */
export const openMessage = (keys: AccountKeys, id: MessageId, sealed: Uint8Array): [Json] | null =>
  unseal(keys, messagePurpose(id), sealed, ({ value }) => [value]);
