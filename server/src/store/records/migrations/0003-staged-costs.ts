// New costs of stored calls on their way into `calls` and `agg_15m`, with the old ones. A batch that is still
// here is unfinished and has everything that is needed to finish it (reprice.ts). A batch is a partition, so
// that it is dropped in one step.
import { CLEANED_SOON, type Migration } from './migration.ts';

const STAGED_COSTS = `
CREATE TABLE IF NOT EXISTS staged_costs (
  account UInt32,
  batch UInt64,
  id String CODEC(ZSTD(1)),
  timestamp DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  expires_at DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
  project UInt32,
  provider LowCardinality(String) CODEC(ZSTD(1)),
  model LowCardinality(String) CODEC(ZSTD(1)),
  eval_run UInt32,
  cost_before_usd Float64 CODEC(ZSTD(1)),
  cost_after_usd Float64 CODEC(ZSTD(1)),
  savings_before_usd Float64 CODEC(ZSTD(1)),
  savings_after_usd Float64 CODEC(ZSTD(1)),
  price_source LowCardinality(String) CODEC(ZSTD(1)),
  pricing String COMMENT 'JSON' CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY (account, batch)
ORDER BY id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, ${CLEANED_SOON}`;

export const stagedCosts: Migration = { version: 3, name: 'staged-costs', statements: [STAGED_COSTS] };
