CREATE TABLE IF NOT EXISTS staged_erasures (
  account UInt32,
  batch UInt64,
  id String CODEC(ZSTD(1)),
  timestamp DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY (account, batch)
ORDER BY (timestamp, id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 0,
  cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10;

ALTER TABLE calls MODIFY SETTING cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10;

ALTER TABLE observations MODIFY SETTING cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10;

ALTER TABLE call_content MODIFY SETTING cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10;

ALTER TABLE call_ids MODIFY SETTING cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10;

ALTER TABLE agg_15m MODIFY SETTING cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10;

ALTER TABLE arrivals MODIFY SETTING cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10;

ALTER TABLE staged_costs MODIFY SETTING cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10;
