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

SELECT of_session AS session_id,
  toUnixTimestamp64Milli(min(at)) AS start_ms,
  max(toUnixTimestamp64Milli(at) + took) AS end_ms,
  sum(cost) AS cost_usd,
  sum(tokens) AS total_tokens,
  toFloat64(countIf(is_call = 1)) AS calls,
  toFloat64(countIf(is_failed)) AS errors,
  toFloat64(uniqExactIf(of_trace, of_trace != '')) AS traces,
  toFloat64(countIf(is_unpriced)) AS unpriced_calls,
  sumIf(tokens, is_unpriced) AS unpriced_tokens,
  arrayMap(each -> each.1, arraySlice(arraySort(each -> (-toInt64(each.2), each.1), topKIf(20, 3, 'counts')(of_user, is_call = 1 AND of_user != '')), 1, 3)) AS top_users,
  arrayMap(each -> each.1, arraySlice(arraySort(each -> (-toInt64(each.2), each.1), topKIf(20, 3, 'counts')(of_model, of_model != '')), 1, 5)) AS top_models,
  argMaxIf(of_model, (at, span), is_call = 1) AS last_model
FROM (
SELECT trace_id AS of_trace, session_id AS of_session, timestamp AS at, id AS span, error != '' AS is_failed, user_id AS of_user, 1 AS is_call, latency_ms AS took, cost_usd AS cost, total_tokens AS tokens, price_source = 'none' AND total_tokens > 0 AS is_unpriced, toString(model) AS of_model
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND session_id != ''
  AND session_id IN {groupIds: Array(String)}
UNION ALL
SELECT trace_id AS of_trace, session_id AS of_session, timestamp AS at, id AS span, error != '' AS is_failed, user_id AS of_user, 0 AS is_call, duration_ms AS took, toFloat64(0) AS cost, toFloat64(0) AS tokens, 0 AS is_unpriced, '' AS of_model
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND session_id != ''
  AND session_id IN {groupIds: Array(String)}
)
GROUP BY of_session
-- account = 7
-- retained = 1700000000000
-- project = 3
-- groupIds = ["session"]
