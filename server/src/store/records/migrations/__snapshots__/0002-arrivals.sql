CREATE TABLE IF NOT EXISTS arrivals (
  account UInt32,
  day Date CODEC(ZSTD(1)),
  records UInt64 CODEC(ZSTD(1))
)
ENGINE = SummingMergeTree
ORDER BY (account, day)
TTL day + INTERVAL 400 DAY
SETTINGS index_granularity = 1024, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10,
  non_replicated_deduplication_window = 1000;

CREATE MATERIALIZED VIEW IF NOT EXISTS arrivals_from_calls TO arrivals AS
SELECT account, toDate(received_at) AS day, count() AS records
FROM calls
GROUP BY account, day;

CREATE MATERIALIZED VIEW IF NOT EXISTS arrivals_from_observations TO arrivals AS
SELECT account, toDate(received_at) AS day, count() AS records
FROM observations
GROUP BY account, day;
