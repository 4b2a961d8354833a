// Hashed words of sealed content, for the search (docs/adr/0011-search-over-sealed-content.md). The hashes
// have 24 bits and are sorted, so that their differences take two bytes each. The filter is per granule of
// 128 calls: a rare word skips the others.
import type { Migration } from './migration.ts';

export const contentWords: Migration = {
  version: 4,
  name: 'content-words',
  statements: [
    `ALTER TABLE call_content ADD COLUMN IF NOT EXISTS
  words Array(UInt32) COMMENT 'keyed hashes of the words of a call' CODEC(Delta(4), ZSTD(1))`,
    `ALTER TABLE call_content ADD INDEX IF NOT EXISTS by_words words TYPE bloom_filter(0.01) GRANULARITY 1`,
  ],
};
