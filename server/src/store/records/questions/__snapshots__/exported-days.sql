SELECT toString(toDate(timestamp)) AS day, count() AS rows, hex(sum(sipHash64(id, received_at, project, cost_usd, has_content))) AS mark
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
GROUP BY day
ORDER BY day
-- account = 7
-- retained = 1700000000000
-- start = 1
-- end = 2

SELECT toString(toDate(timestamp)) AS day, count() AS rows, hex(sum(sipHash64(id, received_at, project, has_content))) AS mark
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
GROUP BY day
ORDER BY day
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1
-- end = 2

SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, provider, model, prompt_tokens, completion_tokens,
  total_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, audio_tokens, cost_usd, latency_ms, tags, error, error_details,
  trace_id, span_id, parent_span_id, session_id, tool_calls, request_meta, pii_redacted, redaction_metadata, has_content, (user_id, agent, release, environment, lineage) AS labels, project, price_source
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
ORDER BY account, timestamp, id
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1
-- end = 2

SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, type, name, duration_ms, error, trace_id,
  span_id, parent_span_id, session_id, attributes, has_content, tool, operation, tags,
  (user_id, agent, release, environment, service, mcp_server) AS labels, project
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
ORDER BY account, trace_id, timestamp, id
-- account = 7
-- retained = 1700000000000
-- start = 1
-- end = 2
