ALTER TABLE call_content ADD COLUMN IF NOT EXISTS
  words Array(UInt32) COMMENT 'keyed hashes of the words of a call' CODEC(Delta(4), ZSTD(1));

ALTER TABLE call_content ADD INDEX IF NOT EXISTS by_words words TYPE bloom_filter(0.01) GRANULARITY 1;
