SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, provider, model, prompt_tokens, completion_tokens,
  total_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, audio_tokens, cost_usd, latency_ms, tags, error, error_details,
  trace_id, span_id, parent_span_id, session_id, tool_calls, request_meta, pii_redacted, redaction_metadata, has_content, (user_id, agent, release, environment, lineage) AS labels
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND provider = {provider: String}
  AND trace_id = {traceId: String}
  AND session_id = {sessionId: String}
  AND user_id = {userId: String}
  AND positionCaseInsensitiveUTF8(model, {model: String}) > 0
  AND tags[{tagKey0: String}] = {tagValue0: String}
  AND tags[{tagKey1: String}] = {tagValue1: String}
  AND mapContains(tags, {tagKey1: String})
  AND positionCaseInsensitiveUTF8(error, {error: String}) > 0
  AND latency_ms >= {minLatencyMs: Float64}
  AND cost_usd >= {minCostUsd: Float64}
  AND (positionCaseInsensitiveUTF8(model, {search: String}) > 0 OR positionCaseInsensitiveUTF8(id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(error, {search: String}) > 0 OR positionCaseInsensitiveUTF8(trace_id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(session_id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(user_id, {search: String}) > 0 OR arrayExists(tag -> positionCaseInsensitiveUTF8(tag, {search: String}) > 0, arrayConcat(mapKeys(tags), mapValues(tags))))
  AND eval_run = 0
ORDER BY timestamp DESC, id DESC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- start = 1700000000000
-- end = 1700000100000
-- provider = "openai"
-- traceId = "t"
-- sessionId = "s"
-- userId = "u"
-- model = "gpt"
-- tagKey0 = "env"
-- tagValue0 = "prod"
-- tagKey1 = "team"
-- tagValue1 = ""
-- error = "limit"
-- minLatencyMs = 5
-- minCostUsd = 0.5
-- search = "x"
-- limit = 51

SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, provider, model, prompt_tokens, completion_tokens,
  total_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, audio_tokens, cost_usd, latency_ms, tags, error, error_details,
  trace_id, span_id, parent_span_id, session_id, tool_calls, request_meta, pii_redacted, redaction_metadata, has_content, (user_id, agent, release, environment, lineage) AS labels
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND error != ''
ORDER BY timestamp DESC, id DESC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- limit = 51

SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, provider, model, prompt_tokens, completion_tokens,
  total_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, audio_tokens, cost_usd, latency_ms, tags, error, error_details,
  trace_id, span_id, parent_span_id, session_id, tool_calls, request_meta, pii_redacted, redaction_metadata, has_content, (user_id, agent, release, environment, lineage) AS labels
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND error = ''
  AND eval_run = 0
ORDER BY timestamp DESC, id DESC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- limit = 51
