// Fingerprints that find calls and tool spans with equal content although it is sealed: loops, retries,
// repeated calls.
import type { Migration } from './migration.ts';

const HASH = "UInt64 COMMENT 'keyed for the account; 0: nothing to compare' CODEC(ZSTD(1))";

export const fingerprints: Migration = {
  version: 5,
  name: 'fingerprints',
  statements: [
    `ALTER TABLE calls ADD COLUMN IF NOT EXISTS input_hash ${HASH}`,
    `ALTER TABLE calls ADD COLUMN IF NOT EXISTS tools_hash ${HASH}`,
    `ALTER TABLE observations ADD COLUMN IF NOT EXISTS input_hash ${HASH}`,
  ],
};
