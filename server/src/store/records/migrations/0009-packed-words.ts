// The hashes of words as three bytes each (docs/adr/0035-what-content-costs.md). The engine stores this
// column as it is, while the array of 0004 is encoded and hashed into a filter with each insert and merge.
// Rows of earlier versions keep their array; searches read both.
//
// Parts above the limit are not merged further: each merge would read and write all their content again.
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
