SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, provider, model, prompt_tokens, completion_tokens,
  total_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, audio_tokens, cost_usd, latency_ms, tags, error, error_details,
  trace_id, span_id, parent_span_id, session_id, tool_calls, request_meta, pii_redacted, redaction_metadata, has_content, (user_id, agent, release, environment, lineage) AS labels
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND session_id = {sessionId: String}
ORDER BY timestamp DESC, id DESC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- sessionId = "session"
-- limit = 1000

SELECT count() AS found, sum(cost_usd) AS cost, sum(total_tokens) AS tokens, countIf(error != '') AS errors,
  toFloat64(countIf(price_source = 'none' AND total_tokens > 0)) AS unpriced, sumIf(total_tokens, price_source = 'none' AND total_tokens > 0) AS unpriced_tokens,
  toUnixTimestamp64Milli(min(timestamp)) AS start_ms, toUnixTimestamp64Milli(max(timestamp)) AS end_ms
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND session_id = {sessionId: String}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- sessionId = "session"
