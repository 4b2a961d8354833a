// The hashes of words as bytes, three each (docs/adr/0035-what-content-costs.md). The engine takes such a column as it is,
// where the array of 0004 is coded, and hashed into a filter with each insert and each merge. Rows of earlier versions keep their
// array, and both are searched.
//
// Parts above the limit are not joined any more: each time, all content in them would be read and written again.
import type { Migration } from './migration.ts';

const LARGEST_MERGE_BYTES = 2 * 1024 ** 3;

export const packedWords: Migration = {
  version: 9,
  name: 'packed-words',
  statements: [
    `ALTER TABLE call_content ADD COLUMN IF NOT EXISTS
  word_hashes String COMMENT 'keyed hashes of the words of a call, sorted, three bytes each' CODEC(NONE)`,
    `ALTER TABLE staged_rewrites ADD COLUMN IF NOT EXISTS word_hashes String COMMENT 'base64' CODEC(ZSTD(1))`,
    `ALTER TABLE call_content MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = ${LARGEST_MERGE_BYTES}`,
  ],
};
