SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, provider, model, prompt_tokens, completion_tokens,
  total_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, audio_tokens, cost_usd, latency_ms, tags, error, error_details,
  trace_id, span_id, parent_span_id, session_id, tool_calls, request_meta, pii_redacted, redaction_metadata, has_content, (user_id, agent, release, environment, lineage) AS labels
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND (id IN {calls0: Array(String)} OR (project, id) IN (SELECT each.1, each.2 FROM (SELECT arrayJoin(arrayZip({calls0Of: Array(UInt32)}, {calls0In: Array(String)})) AS each)) OR (project, span_id) IN (SELECT each.1, each.2 FROM (SELECT arrayJoin(arrayZip({spans0Of: Array(UInt32)}, {spans0In: Array(String)})) AS each)) OR trace_id IN {traces0: Array(String)})
  AND ((project, session_id) IN (SELECT each.1, each.2 FROM (SELECT arrayJoin(arrayZip({sessions1Of: Array(UInt32)}, {sessions1In: Array(String)})) AS each)))
  AND eval_run = 0
ORDER BY timestamp DESC, id DESC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- calls0 = ["judged"]
-- calls0Of = [3]
-- calls0In = ["it's"]
-- spans0Of = [3]
-- spans0In = ["span"]
-- traces0 = ["trace"]
-- sessions1Of = [1]
-- sessions1In = ["s"]
-- limit = 51

SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, provider, model, prompt_tokens, completion_tokens,
  total_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, audio_tokens, cost_usd, latency_ms, tags, error, error_details,
  trace_id, span_id, parent_span_id, session_id, tool_calls, request_meta, pii_redacted, redaction_metadata, has_content, (user_id, agent, release, environment, lineage) AS labels
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND 1 = 0
  AND eval_run = 0
ORDER BY timestamp DESC, id DESC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- limit = 51
