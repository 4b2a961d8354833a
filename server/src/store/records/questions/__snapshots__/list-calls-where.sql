SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, provider, model, prompt_tokens, completion_tokens,
  total_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, audio_tokens, cost_usd, latency_ms, tags, error, error_details,
  trace_id, span_id, parent_span_id, session_id, tool_calls, request_meta, pii_redacted, redaction_metadata, has_content, (user_id, agent, release, environment, lineage) AS labels
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND (model IN {where0: Array(String)})
  AND NOT (provider IN {where1: Array(String)})
  AND (if(error = '', 'ok', 'failed') IN {where2: Array(String)})
  AND (mapContains(tags, {where3Tag: String}) AND tags[{where3Tag: String}] IN {where3: Array(String)})
  AND NOT (mapContains(tags, {where4Tag: String}) AND tags[{where4Tag: String}] IN {where4: Array(String)})
  AND hasAny(arrayDistinct(arrayFilter(tool_name -> tool_name != '', arrayMap(one -> if(JSONExtractString(one, 'name') = '', JSONExtractString(one, 'function', 'name'), JSONExtractString(one, 'name')), JSONExtractArrayRaw(tool_calls)))), {where5: Array(String)})
  AND NOT (finish_reason IN {where6: Array(String)})
  AND (if(has({knownIds: Array(UInt32)}, prompt_id), {knownVersions: Array(String)}[indexOf({knownIds: Array(UInt32)}, prompt_id)], toString(prompt_version)) IN {where7: Array(String)})
  AND latency_ms >= {where8: Float64}
  AND ttft_ms >= 0 AND ttft_ms <= {where9: Float64}
  AND eval_run = 0
ORDER BY timestamp DESC, id DESC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- knownIds = [7]
-- knownNames = ["greet"]
-- knownVersions = ["2"]
-- where0 = ["gpt-5","it's"]
-- where1 = ["openai"]
-- where2 = ["failed"]
-- where3 = ["prod",""]
-- where3Tag = "env"
-- where4 = ["a"]
-- where4Tag = "team"
-- where5 = ["search"]
-- where6 = ["stop"]
-- where7 = ["2"]
-- where8 = 5
-- where9 = 0.5
-- limit = 51
