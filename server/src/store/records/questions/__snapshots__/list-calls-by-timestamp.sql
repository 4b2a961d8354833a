SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, provider, model, prompt_tokens, completion_tokens,
  total_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, audio_tokens, cost_usd, latency_ms, tags, error, error_details,
  trace_id, span_id, parent_span_id, session_id, tool_calls, request_meta, pii_redacted, redaction_metadata, has_content, (user_id, agent, release, environment, lineage) AS labels
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND eval_run = 0
  AND (timestamp, id) < (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
  AND timestamp <= fromUnixTimestamp64Milli({afterMs: Int64})
ORDER BY timestamp DESC, id DESC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- afterMs = 1700000000500
-- afterId = "it's"
-- limit = 51

SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, provider, model, prompt_tokens, completion_tokens,
  total_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, audio_tokens, cost_usd, latency_ms, tags, error, error_details,
  trace_id, span_id, parent_span_id, session_id, tool_calls, request_meta, pii_redacted, redaction_metadata, has_content, (user_id, agent, release, environment, lineage) AS labels
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND eval_run = 0
  AND (timestamp, id) > (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
  AND timestamp >= fromUnixTimestamp64Milli({afterMs: Int64})
ORDER BY timestamp ASC, id ASC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- afterMs = 1700000000500
-- afterId = "it's"
-- limit = 51
