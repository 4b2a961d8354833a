// The version of the rules by which content was separated from a record before it was stored. Records older
// than this column have 0, and so have those that a process of an earlier version still inserts: the column
// is written by name, and its default never changes.
//
// `staged_rewrites`: records on their way to the current rules, with their new clear columns and sealed
// content. A batch that is still here is unfinished and has everything that is needed to finish it
// (rewrite.ts). A batch is a partition, so that it is dropped in one step.
import type { Migration } from './migration.ts';

const RULES = `UInt8 COMMENT 'version of the rules that split content off; 0: before there were versions' CODEC(ZSTD(1))`;

const STAGED_REWRITES = `
CREATE TABLE IF NOT EXISTS staged_rewrites (
  account UInt32,
  batch UInt64,
  source LowCardinality(String) COMMENT 'calls or observations; one for a batch' CODEC(ZSTD(1)),
  id String CODEC(ZSTD(1)),
  timestamp DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  changed Bool COMMENT 'the columns below hold what the record is to have; else only its rules change' CODEC(ZSTD(1)),
  tags String COMMENT 'JSON' CODEC(ZSTD(1)),
  error String CODEC(ZSTD(1)),
  error_details String CODEC(ZSTD(1)),
  user_id String CODEC(ZSTD(1)),
  tool_calls String CODEC(ZSTD(1)),
  request_meta String CODEC(ZSTD(1)),
  redaction_metadata String CODEC(ZSTD(1)),
  prompt_name String CODEC(ZSTD(1)),
  prompt_version String CODEC(ZSTD(1)),
  prompt_label String CODEC(ZSTD(1)),
  attributes String CODEC(ZSTD(1)),
  has_content Bool CODEC(ZSTD(1)),
  expires_at DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
  sealed String COMMENT 'base64; empty: the content stays as it is' CODEC(NONE),
  words Array(UInt32) CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY (account, batch)
ORDER BY (timestamp, id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 0,
  cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10`;

export const contentRules: Migration = {
  version: 7,
  name: 'content-rules',
  statements: [
    `ALTER TABLE calls ADD COLUMN IF NOT EXISTS content_rules ${RULES}`,
    `ALTER TABLE observations ADD COLUMN IF NOT EXISTS content_rules ${RULES}`,
    STAGED_REWRITES,
  ],
};
