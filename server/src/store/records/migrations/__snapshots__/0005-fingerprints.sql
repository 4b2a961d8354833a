ALTER TABLE calls ADD COLUMN IF NOT EXISTS input_hash UInt64 COMMENT 'keyed for the account; 0: nothing to compare' CODEC(ZSTD(1));

ALTER TABLE calls ADD COLUMN IF NOT EXISTS tools_hash UInt64 COMMENT 'keyed for the account; 0: nothing to compare' CODEC(ZSTD(1));

ALTER TABLE observations ADD COLUMN IF NOT EXISTS input_hash UInt64 COMMENT 'keyed for the account; 0: nothing to compare' CODEC(ZSTD(1));
