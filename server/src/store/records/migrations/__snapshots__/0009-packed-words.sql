ALTER TABLE call_content ADD COLUMN IF NOT EXISTS
  word_hashes String COMMENT 'keyed hashes of the words of a call, sorted, three bytes each' CODEC(NONE);

ALTER TABLE staged_rewrites ADD COLUMN IF NOT EXISTS word_hashes String COMMENT 'base64' CODEC(ZSTD(1));

ALTER TABLE call_content MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 2147483648;
