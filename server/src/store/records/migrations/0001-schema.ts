// The first schema. docs/adr/0005-table-layout.md has the reasons and measurements.
//
// Until 0.1.0 is tagged it is edited in place. Its fingerprint is in the name of the migration, which detects
// tables with another schema.
//
// The engines are the plain MergeTree family, right for the in-process engine and for one server. In a database
// that an operator created as `ENGINE = Replicated(…)`, `migrate.ts` makes their Replicated… kinds of them.
import { createHash } from 'node:crypto';
import { idHashSql } from '../writer/dedup/id-hash.ts';
import type { Migration } from './migration.ts';

/** For replaced parts: by default the engine's cleaner runs every 30 seconds to 5 minutes. */
const CLEANED_SOON =
  'cleanup_delay_period = 5, cleanup_delay_period_random_add = 1, max_cleanup_delay_period = 10';

const SYNCED = 'fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1';

// Settings with which acknowledged records survive a power cut and a repeated insert is stored once. fsync
// after merges too: the in-process engine deletes the merged parts at once (old_parts_lifetime is 0 there).
const DURABLE = `${SYNCED}, non_replicated_deduplication_window = 1000, ${CLEANED_SOON}`;

// Fingerprints find calls and tool spans with equal sealed content: loops, retries, repeated calls.
const HASH = "UInt64 COMMENT 'keyed for the account; 0: nothing to compare' CODEC(ZSTD(1))";

// Words with few different values: filters, groups and facets read them.
const WORD = 'LowCardinality(String) CODEC(ZSTD(1))';

// Further columns of both tables of spans. `lineage` has the labels that come from spans above, and whether the
// row inherits any (writer/rows/lineage.ts).
const DIMENSIONS = `agent ${WORD},
  release ${WORD},
  environment ${WORD},
  service ${WORD},
  operation ${WORD},
  mcp_server ${WORD},
  lineage UInt8 CODEC(ZSTD(1)),
  inherited_tags Array(LowCardinality(String)) COMMENT 'keys of the tags that come from spans above' CODEC(ZSTD(1))`;

const BY_RUN = `INDEX by_trace trace_id TYPE bloom_filter(0.01) GRANULARITY 8,
  INDEX by_session session_id TYPE bloom_filter(0.01) GRANULARITY 8`;

// Rows are corrected by small parts beside them, which name a row by its block and its place there.
const PATCHED = 'enable_block_number_column = 1, enable_block_offset_column = 1';

// Absent text and absent JSON are '': a Nullable column costs a second file on each read.
const CALLS = `
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
  input_hash ${HASH},
  tools_hash ${HASH},
  name ${WORD},
  finish_reason ${WORD},
  gateway ${WORD},
  ${DIMENSIONS},
  ${BY_RUN}
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(timestamp)
ORDER BY (account, timestamp, id)
TTL expires_at
SETTINGS index_granularity = 1024, min_compress_block_size = 16384, ${PATCHED}, ${DURABLE}`;

// Spans that are no LLM call. Lists, figures and runs read both tables, so both have the same order.
const OBSERVATIONS = `
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
  input_hash ${HASH},
  user_id String CODEC(ZSTD(1)),
  tool ${WORD},
  tags Map(LowCardinality(String), String) CODEC(LZ4),
  ${DIMENSIONS},
  ${BY_RUN}
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(timestamp)
ORDER BY (account, timestamp, id)
TTL expires_at
SETTINGS index_granularity = 1024, min_compress_block_size = 16384, ${PATCHED}, ${DURABLE}`;

// Sealed content of calls and observations: large, incompressible, read a few rows at a time by the
// (timestamp, id) from the narrow tables. So it has no codec, and granules of 128 rows or 1 MiB, of which a
// read takes one. Parts above the limit are not merged further: each merge would read and write all their content
// again.
const LARGEST_MERGE_BYTES = 2 * 1024 ** 3;

const CALL_CONTENT = `
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
SETTINGS index_granularity = 128, index_granularity_bytes = 1048576, ${PATCHED}, ${DURABLE},
  max_bytes_to_merge_at_max_space_in_pool = ${LARGEST_MERGE_BYTES}`;

// Messages that several contents have, sealed once. An id begins with the time of the first record that has the message,
// so that what was said together lies together. A row with `parts` is a block: a run of messages that a conversation
// repeats as a whole.
const MESSAGES = `
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
SETTINGS index_granularity = 64, index_granularity_bytes = 1048576, ${PATCHED}, ${DURABLE},
  max_bytes_to_merge_at_max_space_in_pool = ${LARGEST_MERGE_BYTES}`;

// Every stored id, as a hash that ingest can compute too: for look-up by id, duplicates, and rebuilding the
// set in memory.
const CALL_IDS = `
CREATE TABLE IF NOT EXISTS call_ids (
  account UInt32,
  id_hash UInt64,
  timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  expires_on Date CODEC(ZSTD(1))
)
ENGINE = MergeTree
ORDER BY (account, id_hash)
TTL expires_on
SETTINGS index_granularity = 1024, ${PATCHED}, ${DURABLE}`;

const takenIds = (view: string, source: string) => `
CREATE MATERIALIZED VIEW IF NOT EXISTS ${view} TO call_ids AS
SELECT account, ${idHashSql('id')} AS id_hash, timestamp, toDate(expires_at) + 1 AS expires_on
FROM ${source}`;

/** Columns of `calls` whose sums are in `agg_15m`. */
export const SUMS = [
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'cached_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
  'audio_tokens',
  'cost_usd',
  'cache_savings_usd',
  'latency_ms',
];

// Sums and counts only: quantile sketches gained nothing in measurements. Calls of evaluation runs are left
// out, as in every default question; questions that include them read `calls`.
const AGG_15M = `
CREATE TABLE IF NOT EXISTS agg_15m (
  account UInt32,
  bucket DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
  project UInt32,
  provider LowCardinality(String) CODEC(ZSTD(1)),
  model LowCardinality(String) CODEC(ZSTD(1)),
  calls SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  errors SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  ${SUMS.map((name) => `${name} SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),`).join('\n  ')}
  ttft_sum_ms SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  ttft_calls SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  last_seen SimpleAggregateFunction(max, DateTime64(3, 'UTC')) CODEC(ZSTD(1)),
  expires_at SimpleAggregateFunction(max, DateTime('UTC')) CODEC(ZSTD(1))
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(bucket)
ORDER BY (account, bucket, project, provider, model)
TTL expires_at
SETTINGS index_granularity = 1024, ${DURABLE}`;

// No alias for the table: RESTORE under another name rewrites the view and drops it.
const AGG_15M_VIEW = `
CREATE MATERIALIZED VIEW IF NOT EXISTS agg_15m_from_calls TO agg_15m AS
SELECT
  account, toStartOfFifteenMinutes(timestamp) AS bucket, project, provider, model,
  count() AS calls, countIf(error != '') AS errors,
  ${SUMS.map((name) => `sum(${name}) AS ${name},`).join(' ')}
  sumIf(ttft_ms, ttft_ms >= 0) AS ttft_sum_ms, countIf(ttft_ms >= 0) AS ttft_calls,
  max(timestamp) AS last_seen, max(expires_at) AS expires_at
FROM calls
WHERE eval_run = 0
GROUP BY account, bucket, project, provider, model`;

// The times of each run's spans. They show where to look for a run, and which runs span a moment. They only
// narrow the search: an extra row, or one that is too wide after an erasure, changes no answer. A run has a row for each
// insert that had spans of it. They are not merged into one, because the engine hides no row of a table that does.
const RUN_TIMES = `
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
SETTINGS index_granularity = 256, ${PATCHED}, ${DURABLE}`;

/** The hash in `run_times`. */
export const RUN = 'sipHash64(trace_id)';

/** The rows that the views derive from spans. */
export const runTimesOf = (from: string): string =>
  `SELECT account, ${RUN} AS run, project, min(timestamp) AS first, max(timestamp) AS last, max(expires_at) AS expires_at
${from} trace_id != ''
GROUP BY account, run, project`;

const runTimesFrom = (source: string): string => `
CREATE MATERIALIZED VIEW IF NOT EXISTS run_times_from_${source} TO run_times AS
${runTimesOf(`FROM ${source}\nWHERE`)}`;

// Arrived records by account and UTC day, which the monthly quota counts. It is a separate table because
// records expire: those that arrived this month and have expired stay charged. Views fill it from the
// inserts, with their tokens, so a repeated insert counts once.
const ARRIVALS = `
CREATE TABLE IF NOT EXISTS arrivals (
  account UInt32,
  day Date CODEC(ZSTD(1)),
  records UInt64 CODEC(ZSTD(1))
)
ENGINE = SummingMergeTree
ORDER BY (account, day)
TTL day + INTERVAL 400 DAY
SETTINGS index_granularity = 1024, ${SYNCED}, ${CLEANED_SOON},
  non_replicated_deduplication_window = 1000`;

const counted = (source: string) => `
CREATE MATERIALIZED VIEW IF NOT EXISTS arrivals_from_${source} TO arrivals AS
SELECT account, toDate(received_at) AS day, count() AS records
FROM ${source}
GROUP BY account, day`;

// New costs of stored calls on their way into `calls` and `agg_15m`, with the old ones. A batch that is still
// here is unfinished and has everything that is needed to finish it (reprice.ts). A batch is a partition, so
// that it is dropped in one step.
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
SETTINGS ${SYNCED}, ${CLEANED_SOON}`;

// Records that are being erased. A batch that is still here is unfinished and has everything that is needed
// to finish it (erase.ts). The table also keeps ids out of the text of mutations, which the engine stores on
// disk. A batch is a partition, so that it is dropped in one step.
const STAGED_ERASURES = `
CREATE TABLE IF NOT EXISTS staged_erasures (
  account UInt32,
  batch UInt64,
  id String CODEC(ZSTD(1)),
  timestamp DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY (account, batch)
ORDER BY (timestamp, id)
SETTINGS ${SYNCED}, old_parts_lifetime = 0,
  ${CLEANED_SOON}`;

// What arrived after its record, on its way into the record (add-to-records.ts): the whole row as it will be, and its
// sealed content as base64. A batch that is still here is unfinished and has everything that is needed to finish it. A
// batch is a partition, so that it is dropped in one step.
const STAGED_ADDITIONS = `
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
SETTINGS ${SYNCED}, old_parts_lifetime = 0,
  ${CLEANED_SOON}`;

const statements = [
  CALLS,
  OBSERVATIONS,
  CALL_CONTENT,
  MESSAGES,
  CALL_IDS,
  AGG_15M,
  takenIds('call_ids_from_calls', 'calls'),
  takenIds('call_ids_from_observations', 'observations'),
  AGG_15M_VIEW,
  RUN_TIMES,
  runTimesFrom('calls'),
  runTimesFrom('observations'),
  ARRIVALS,
  counted('calls'),
  counted('observations'),
  STAGED_COSTS,
  STAGED_ADDITIONS,
  STAGED_ERASURES,
];

const fingerprint = createHash('sha256')
  .update(statements.join(';').replaceAll(/\s+/g, ' '))
  .digest('hex')
  .slice(0, 8);

export const schema: Migration = { version: 1, name: `schema-${fingerprint}`, statements };
