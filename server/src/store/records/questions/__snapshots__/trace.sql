WITH (SELECT (min(first), max(last)) FROM run_times WHERE account = {account: UInt32} AND run = sipHash64({traceId: String})) AS reach
SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, provider, model, prompt_tokens, completion_tokens,
  total_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, audio_tokens, cost_usd, latency_ms, tags, error, error_details,
  trace_id, span_id, parent_span_id, session_id, tool_calls, request_meta, pii_redacted, redaction_metadata, has_content, (user_id, agent, release, environment, lineage) AS labels
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id = {traceId: String}
  AND timestamp >= reach.1 AND timestamp <= reach.2
ORDER BY timestamp, id
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- traceId = "trace"
-- limit = 501

WITH (SELECT (min(first), max(last)) FROM run_times WHERE account = {account: UInt32} AND run = sipHash64({traceId: String})) AS reach
SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, type, name, duration_ms, error, trace_id,
  span_id, parent_span_id, session_id, attributes, has_content, tool, operation, tags,
  (user_id, agent, release, environment, service, mcp_server) AS labels
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id = {traceId: String}
  AND timestamp >= reach.1 AND timestamp <= reach.2
ORDER BY timestamp, id
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- traceId = "trace"
-- limit = 501
