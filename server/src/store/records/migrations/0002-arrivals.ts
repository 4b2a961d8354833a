// How many records arrived, by account and UTC day: what the monthly quota is charged with. Its own table, because the records
// themselves cannot answer it for long: what arrived this month and has expired since is gone and stays charged. Filled by the
// inserts of the records, with their tokens, so a replayed insert is counted once.
import { CLEANED_SOON, type Migration } from './migration.ts';

const ARRIVALS = `
CREATE TABLE IF NOT EXISTS arrivals (
  account UInt32,
  day Date CODEC(ZSTD(1)),
  records UInt64 CODEC(ZSTD(1))
)
ENGINE = SummingMergeTree
ORDER BY (account, day)
TTL day + INTERVAL 400 DAY
SETTINGS index_granularity = 1024, fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, ${CLEANED_SOON},
  non_replicated_deduplication_window = 1000`;

const counted = (source: string) => `
CREATE MATERIALIZED VIEW IF NOT EXISTS arrivals_from_${source} TO arrivals AS
SELECT account, toDate(received_at) AS day, count() AS records
FROM ${source}
GROUP BY account, day`;

export const arrivals: Migration = {
  version: 2,
  name: 'arrivals',
  statements: [ARRIVALS, counted('calls'), counted('observations')],
};
