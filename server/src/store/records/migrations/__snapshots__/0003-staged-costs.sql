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
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10;
