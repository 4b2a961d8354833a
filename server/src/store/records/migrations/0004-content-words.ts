// What sealed content can be found by (docs/adr/0011-search-over-sealed-content.md). Hashes of 24 bits, sorted, so that their
// differences take two bytes each. The filter is per granule of 128 calls: a word that few calls have lets the rest be skipped.
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
