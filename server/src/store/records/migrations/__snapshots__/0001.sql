CREATE TABLE IF NOT EXISTS calls (
  account UInt32,
  project UInt32,
  id String CODEC(ZSTD(1)),
  timestamp DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  received_at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  expires_at DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
  provider LowCardinality(String) CODEC(ZSTD(1)),
  model LowCardinality(String) CODEC(ZSTD(1)),
  prompt_tokens Float64 CODEC(ZSTD(1)),
  completion_tokens Float64 CODEC(ZSTD(1)),
  total_tokens Float64 CODEC(ZSTD(1)),
  cached_tokens Float64 CODEC(ZSTD(1)),
  cache_write_tokens Float64 CODEC(ZSTD(1)),
  reasoning_tokens Float64 CODEC(ZSTD(1)),
  audio_tokens Float64 CODEC(ZSTD(1)),
  cost_usd Float64 CODEC(ZSTD(1)),
  cache_savings_usd Float64 CODEC(ZSTD(1)),
  price_source LowCardinality(String) COMMENT 'client, catalog, custom; none: the model has no price' CODEC(ZSTD(1)),
  latency_ms Float64 CODEC(ZSTD(1)),
  ttft_ms Float64 DEFAULT -1 COMMENT '-1: not known' CODEC(ZSTD(1)),
  tags Map(LowCardinality(String), String) CODEC(LZ4),
  error LowCardinality(String) CODEC(ZSTD(1)),
  error_details String COMMENT 'JSON' CODEC(ZSTD(1)),
  trace_id String CODEC(ZSTD(1)),
  span_id String CODEC(ZSTD(1)),
  parent_span_id String CODEC(ZSTD(1)),
  session_id String CODEC(ZSTD(1)),
  user_id String CODEC(ZSTD(1)),
  tool_calls String COMMENT 'JSON without arguments and results, which are content' CODEC(ZSTD(1)),
  request_meta String COMMENT 'JSON without content' CODEC(ZSTD(1)),
  pii_redacted Bool CODEC(ZSTD(1)),
  redaction_metadata String COMMENT 'JSON' CODEC(ZSTD(1)),
  has_content Bool COMMENT 'there is a row in call_content' CODEC(ZSTD(1)),
  prompt_id UInt32 COMMENT '0: no prompt of the registry' CODEC(ZSTD(1)),
  prompt_name LowCardinality(String) CODEC(ZSTD(1)),
  prompt_version LowCardinality(String) CODEC(ZSTD(1)),
  prompt_label LowCardinality(String) CODEC(ZSTD(1)),
  eval_run UInt32 COMMENT 'run that generated the call; 0: none' CODEC(ZSTD(1)),
  input_hash UInt64 COMMENT 'keyed for the account; 0: nothing to compare' CODEC(ZSTD(1)),
  tools_hash UInt64 COMMENT 'keyed for the account; 0: nothing to compare' CODEC(ZSTD(1)),
  name LowCardinality(String) CODEC(ZSTD(1)),
  finish_reason LowCardinality(String) CODEC(ZSTD(1)),
  gateway LowCardinality(String) CODEC(ZSTD(1)),
  agent LowCardinality(String) CODEC(ZSTD(1)),
  release LowCardinality(String) CODEC(ZSTD(1)),
  environment LowCardinality(String) CODEC(ZSTD(1)),
  service LowCardinality(String) CODEC(ZSTD(1)),
  operation LowCardinality(String) CODEC(ZSTD(1)),
  mcp_server LowCardinality(String) CODEC(ZSTD(1)),
  lineage UInt8 CODEC(ZSTD(1)),
  inherited_tags Array(LowCardinality(String)) COMMENT 'keys of the tags that come from spans above' CODEC(ZSTD(1)),
  INDEX by_trace trace_id TYPE bloom_filter(0.01) GRANULARITY 8,
  INDEX by_session session_id TYPE bloom_filter(0.01) GRANULARITY 8
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(timestamp)
ORDER BY (account, timestamp, id)
TTL expires_at
SETTINGS index_granularity = 1024, min_compress_block_size = 16384, enable_block_number_column = 1, enable_block_offset_column = 1, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, non_replicated_deduplication_window = 1000, cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10;

CREATE TABLE IF NOT EXISTS observations (
  account UInt32,
  project UInt32,
  id String CODEC(ZSTD(1)),
  trace_id String CODEC(ZSTD(1)),
  timestamp DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  received_at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  expires_at DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
  span_id String CODEC(ZSTD(1)),
  parent_span_id String CODEC(ZSTD(1)),
  session_id String CODEC(ZSTD(1)),
  type LowCardinality(String) CODEC(ZSTD(1)),
  name String CODEC(ZSTD(1)),
  duration_ms Float64 CODEC(ZSTD(1)),
  error LowCardinality(String) CODEC(ZSTD(1)),
  attributes String COMMENT 'JSON without content' CODEC(ZSTD(1)),
  pii_redacted Bool CODEC(ZSTD(1)),
  redaction_metadata String COMMENT 'JSON' CODEC(ZSTD(1)),
  has_content Bool COMMENT 'there is a row in call_content' CODEC(ZSTD(1)),
  input_hash UInt64 COMMENT 'keyed for the account; 0: nothing to compare' CODEC(ZSTD(1)),
  user_id String CODEC(ZSTD(1)),
  tool LowCardinality(String) CODEC(ZSTD(1)),
  tags Map(LowCardinality(String), String) CODEC(LZ4),
  agent LowCardinality(String) CODEC(ZSTD(1)),
  release LowCardinality(String) CODEC(ZSTD(1)),
  environment LowCardinality(String) CODEC(ZSTD(1)),
  service LowCardinality(String) CODEC(ZSTD(1)),
  operation LowCardinality(String) CODEC(ZSTD(1)),
  mcp_server LowCardinality(String) CODEC(ZSTD(1)),
  lineage UInt8 CODEC(ZSTD(1)),
  inherited_tags Array(LowCardinality(String)) COMMENT 'keys of the tags that come from spans above' CODEC(ZSTD(1)),
  INDEX by_trace trace_id TYPE bloom_filter(0.01) GRANULARITY 8,
  INDEX by_session session_id TYPE bloom_filter(0.01) GRANULARITY 8
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(timestamp)
ORDER BY (account, timestamp, id)
TTL expires_at
SETTINGS index_granularity = 1024, min_compress_block_size = 16384, enable_block_number_column = 1, enable_block_offset_column = 1, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, non_replicated_deduplication_window = 1000, cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10;

CREATE TABLE IF NOT EXISTS call_content (
  account UInt32,
  id String CODEC(ZSTD(1)),
  timestamp DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  expires_at DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
  sealed String COMMENT 'compressed, then encrypted with the key of the account' CODEC(NONE),
  word_hashes String COMMENT 'keyed hashes of the words of a call, sorted, three bytes each' CODEC(NONE),
  media Array(String) COMMENT 'ids of the files in the content' CODEC(ZSTD(1)),
  messages Array(FixedString(16)) COMMENT 'ids of the shared messages of the content, in its order' CODEC(ZSTD(1)),
  INDEX by_media media TYPE bloom_filter(0.01) GRANULARITY 16
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(timestamp)
ORDER BY (account, timestamp, id)
TTL expires_at
SETTINGS index_granularity = 128, index_granularity_bytes = 1048576, enable_block_number_column = 1, enable_block_offset_column = 1, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, non_replicated_deduplication_window = 1000, cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10,
  max_bytes_to_merge_at_max_space_in_pool = 2147483648;

CREATE TABLE IF NOT EXISTS messages (
  account UInt32,
  project UInt32,
  id FixedString(16) COMMENT 'six bytes of milliseconds, ten random ones' CODEC(NONE),
  timestamp DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  expires_at DateTime('UTC') COMMENT 'when the last record that may refer to it does' CODEC(DoubleDelta, ZSTD(1)),
  sealed String COMMENT 'like that of a content; empty for a block' CODEC(NONE),
  word_hashes String COMMENT 'like those of a content' CODEC(NONE),
  media Array(String) COMMENT 'ids of the files in the message' CODEC(ZSTD(1)),
  parts Array(FixedString(16)) COMMENT 'ids of the messages of a block' CODEC(ZSTD(1)),
  INDEX by_media media TYPE bloom_filter(0.01) GRANULARITY 16
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(timestamp)
ORDER BY (account, id)
TTL expires_at
SETTINGS index_granularity = 64, index_granularity_bytes = 1048576, enable_block_number_column = 1, enable_block_offset_column = 1, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, non_replicated_deduplication_window = 1000, cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10,
  max_bytes_to_merge_at_max_space_in_pool = 2147483648;

CREATE TABLE IF NOT EXISTS call_ids (
  account UInt32,
  id_hash UInt64,
  timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  expires_on Date CODEC(ZSTD(1))
)
ENGINE = MergeTree
ORDER BY (account, id_hash)
TTL expires_on
SETTINGS index_granularity = 1024, enable_block_number_column = 1, enable_block_offset_column = 1, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, non_replicated_deduplication_window = 1000, cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10;

CREATE TABLE IF NOT EXISTS agg_15m (
  account UInt32,
  bucket DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
  project UInt32,
  provider LowCardinality(String) CODEC(ZSTD(1)),
  model LowCardinality(String) CODEC(ZSTD(1)),
  calls SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  errors SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  prompt_tokens SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  completion_tokens SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  total_tokens SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  cached_tokens SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  cache_write_tokens SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  reasoning_tokens SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  audio_tokens SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  cost_usd SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  cache_savings_usd SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  latency_ms SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  ttft_sum_ms SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  ttft_calls SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  last_seen SimpleAggregateFunction(max, DateTime64(3, 'UTC')) CODEC(ZSTD(1)),
  expires_at SimpleAggregateFunction(max, DateTime('UTC')) CODEC(ZSTD(1))
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(bucket)
ORDER BY (account, bucket, project, provider, model)
TTL expires_at
SETTINGS index_granularity = 1024, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, non_replicated_deduplication_window = 1000, cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10;

CREATE MATERIALIZED VIEW IF NOT EXISTS call_ids_from_calls TO call_ids AS
SELECT account, bitOr(bitShiftLeft(toUInt64(murmurHash3_32(id)), 32), toUInt64(xxHash32(id))) AS id_hash, timestamp, toDate(expires_at) + 1 AS expires_on
FROM calls;

CREATE MATERIALIZED VIEW IF NOT EXISTS call_ids_from_observations TO call_ids AS
SELECT account, bitOr(bitShiftLeft(toUInt64(murmurHash3_32(id)), 32), toUInt64(xxHash32(id))) AS id_hash, timestamp, toDate(expires_at) + 1 AS expires_on
FROM observations;

CREATE MATERIALIZED VIEW IF NOT EXISTS agg_15m_from_calls TO agg_15m AS
SELECT
  account, toStartOfFifteenMinutes(timestamp) AS bucket, project, provider, model,
  count() AS calls, countIf(error != '') AS errors,
  sum(prompt_tokens) AS prompt_tokens, sum(completion_tokens) AS completion_tokens, sum(total_tokens) AS total_tokens, sum(cached_tokens) AS cached_tokens, sum(cache_write_tokens) AS cache_write_tokens, sum(reasoning_tokens) AS reasoning_tokens, sum(audio_tokens) AS audio_tokens, sum(cost_usd) AS cost_usd, sum(cache_savings_usd) AS cache_savings_usd, sum(latency_ms) AS latency_ms,
  sumIf(ttft_ms, ttft_ms >= 0) AS ttft_sum_ms, countIf(ttft_ms >= 0) AS ttft_calls,
  max(timestamp) AS last_seen, max(expires_at) AS expires_at
FROM calls
WHERE eval_run = 0
GROUP BY account, bucket, project, provider, model;

CREATE TABLE IF NOT EXISTS run_times (
  account UInt32,
  run UInt64 COMMENT 'hash of the trace id' CODEC(ZSTD(1)),
  project UInt32,
  first DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  last DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  expires_at DateTime('UTC') CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = MergeTree
ORDER BY (account, run, project)
TTL expires_at
SETTINGS index_granularity = 256, enable_block_number_column = 1, enable_block_offset_column = 1, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, non_replicated_deduplication_window = 1000, cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10;

CREATE MATERIALIZED VIEW IF NOT EXISTS run_times_from_calls TO run_times AS
SELECT account, sipHash64(trace_id) AS run, project, min(timestamp) AS first, max(timestamp) AS last, max(expires_at) AS expires_at
FROM calls
WHERE trace_id != ''
GROUP BY account, run, project;

CREATE MATERIALIZED VIEW IF NOT EXISTS run_times_from_observations TO run_times AS
SELECT account, sipHash64(trace_id) AS run, project, min(timestamp) AS first, max(timestamp) AS last, max(expires_at) AS expires_at
FROM observations
WHERE trace_id != ''
GROUP BY account, run, project;

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

CREATE TABLE IF NOT EXISTS staged_additions (
  account UInt32,
  batch UInt64,
  id String CODEC(ZSTD(1)),
  timestamp DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
  expires_at DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
  is_call Bool CODEC(ZSTD(1)),
  project UInt32,
  provider LowCardinality(String) CODEC(ZSTD(1)),
  model LowCardinality(String) CODEC(ZSTD(1)),
  eval_run UInt32,
  fails Bool COMMENT 'a call that had not failed before' CODEC(ZSTD(1)),
  had_content Bool CODEC(ZSTD(1)),
  has_content Bool CODEC(ZSTD(1)),
  error String CODEC(ZSTD(1)),
  error_details String COMMENT 'JSON' CODEC(ZSTD(1)),
  tool_calls String COMMENT 'JSON' CODEC(ZSTD(1)),
  meta String COMMENT 'JSON: request_meta or attributes' CODEC(ZSTD(1)),
  pii_redacted Bool CODEC(ZSTD(1)),
  redaction_metadata String COMMENT 'JSON' CODEC(ZSTD(1)),
  input_hash UInt64,
  tools_hash UInt64,
  sealed String CODEC(NONE),
  word_hashes String CODEC(NONE),
  media Array(String) CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY (account, batch)
ORDER BY id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 0,
  cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10;

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
