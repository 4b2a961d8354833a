// Records that are being erased. A batch that is still here is unfinished and has everything that is needed
// to finish it (erase.ts). The table also keeps ids out of the text of mutations, which the engine stores on
// disk. A batch is a partition, so that it is dropped in one step.
import { CLEANED_SOON, type Migration } from './migration.ts';

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
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 0,
  ${CLEANED_SOON}`;

export const stagedErasures: Migration = {
  version: 6,
  name: 'staged-erasures',
  statements: [
    STAGED_ERASURES,
    ...['calls', 'observations', 'call_content', 'call_ids', 'agg_15m', 'arrivals', 'staged_costs'].map(
      (table) => `ALTER TABLE ${table} MODIFY SETTING ${CLEANED_SOON}`,
    ),
  ],
};
