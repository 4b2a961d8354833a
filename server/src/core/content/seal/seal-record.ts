import type { StoredRecord } from '#records';
import type { Content } from '#core/content/content';
import { contentWords } from '#core/content/words/word-hashes';
import type { AccountKeys } from './content-keys.ts';
import { sealContent } from './seal-content.ts';

const NO_WORDS = Buffer.alloc(0);

interface SealedRecord {
  sealed: Buffer;
  /** The word hashes that it can be found by. */
  words: Uint8Array;
}

export const sealRecord = (
  keys: AccountKeys,
  record: StoredRecord,
  content: Content,
  searchable: boolean,
): SealedRecord => ({
  sealed: sealContent(keys, record.id, content),
  // Observations are found through the calls of their trace.
  words: record.kind === 'call' && searchable ? contentWords(keys.search[0], content) : NO_WORDS,
});
