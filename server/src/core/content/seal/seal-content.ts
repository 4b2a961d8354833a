// Seals the content of one record (seal-json.ts).
import type { Content } from '#core/content/content';
import { mediaIn } from '#core/content/media/reference';
import type { OpenedContent, Shared } from '#core/content/messages/shared-content';
import { contentWords } from '#core/content/words/word-hashes';
import type { StoredContent, StoredRecord } from '#records';
import type { AccountKeys } from './content-keys.ts';
import { sealJson, SHARES, unseal } from './seal-json.ts';

export const sealContent = (keys: AccountKeys, id: string, content: Content): Buffer =>
  sealJson(keys, id, JSON.stringify(content));

/**
 * A content of the service itself, which has all its messages. Null, and counted, if the bytes were sealed with another
 * key or for another record, or were changed.
 */
export const openContent = (keys: AccountKeys, id: string, sealed: Uint8Array): Content | null =>
  unseal(keys, id, sealed, ({ value, shares }) => (shares ? null : (value as Content)));

/** A content of a record. */
export const openSharing = (keys: AccountKeys, id: string, sealed: Uint8Array): OpenedContent | null =>
  unseal(keys, id, sealed, ({ value, shares }) =>
    shares ? (value as unknown as OpenedContent) : { content: value as Content, lists: [] },
  );

const NO_WORDS = Buffer.alloc(0);

type SealedRecord = Pick<StoredContent, 'sealed' | 'words' | 'media' | 'messages'>;

export function sealRecord(
  keys: AccountKeys,
  record: StoredRecord,
  content: Content,
  searchable: boolean,
  shared: Shared | null,
): SealedRecord {
  const { rest, lists, ids } = shared ?? { rest: content, lists: [], ids: [] };
  const shares = lists.length > 0;
  const json = JSON.stringify(shares ? ({ content: rest, lists } satisfies OpenedContent) : rest);
  return {
    sealed: sealJson(keys, record.id, json, shares ? SHARES : 0),
    // Observations are found through the calls of their trace.
    words: record.kind === 'call' && searchable ? contentWords(keys.search[0], rest) : NO_WORDS,
    media: mediaIn(json, keys),
    messages: ids,
  };
}
