CREATE TABLE IF NOT EXISTS trace_times (
  account UInt32,
  project UInt32,
  trace_id String CODEC(ZSTD(1)),
  timestamp DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  expires_at DateTime('UTC') CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(timestamp)
ORDER BY (account, timestamp, trace_id)
TTL expires_at
SETTINGS index_granularity = 1024, min_compress_block_size = 16384, fsync_after_insert = 1, fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1, non_replicated_deduplication_window = 1000, cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10;

CREATE MATERIALIZED VIEW IF NOT EXISTS trace_times_from_observations TO trace_times AS
SELECT account, project, trace_id, max(timestamp) AS timestamp, max(expires_at) AS expires_at
FROM observations
GROUP BY account, project, trace_id;

INSERT INTO trace_times (account, project, trace_id, timestamp, expires_at)
SELECT account, project, trace_id, max(observations.timestamp), max(observations.expires_at)
FROM observations
WHERE (account, trace_id) NOT IN (SELECT account, trace_id FROM trace_times)
GROUP BY account, trace_id, project
SETTINGS optimize_aggregation_in_order = 1, max_execution_time = 0;
