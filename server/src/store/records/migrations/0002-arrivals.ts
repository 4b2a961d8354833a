// Arrived records by account and UTC day, which the monthly quota counts. It is a separate table because
// records expire: those that arrived this month and have expired stay charged. Views fill it from the
// inserts, with their tokens, so a repeated insert counts once.
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
