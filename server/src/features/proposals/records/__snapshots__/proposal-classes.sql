SELECT project, provider, model, class_kind, class_name, toFloat64(count()) AS n, toFloat64(countIf(failed)) AS errors,
  sum(sum(cost_usd)) OVER (PARTITION BY project) AS project_cost, sumIf(cost_usd, NOT failed) AS cost,
  toFloat64(countIf(with_tools AND NOT failed)) AS tools, topKIf(1)(gateway, NOT failed)[1] AS served_by,
  sumIf(uncached, NOT failed) AS uncached_sum, sumIf(cached_tokens, NOT failed) AS cache_read_sum, sumIf(cache_write_tokens, NOT failed) AS cache_write_sum, sumIf(output_text, NOT failed) AS output_sum, sumIf(reasoning_tokens, NOT failed) AS reasoning_sum, sumIf(audio_tokens, NOT failed) AS audio_sum,
  quantilesTDigestIf(0.05, 0.5, 0.75, 0.95)(whole_input, NOT failed) AS input_at,
  quantileTDigestIf(0.95)(whole_output, NOT failed) AS output_p95, maxIf(whole_input, NOT failed) AS input_max,
  mapValues(minMapIf(map(toUInt32(toYYYYMMDD(timestamp)), whole_input), NOT failed)) AS daily_least,
  toFloat64(uniqExactIf(intDiv(toUnixTimestamp64Milli(timestamp), 300000), NOT failed)) AS slots,
  groupArrayIf(5)(id, NOT failed) AS call_ids,
  groupUniqArrayIf(5)(trace_id, NOT failed AND trace_id != '') AS trace_ids
FROM (
SELECT *, uncached + cache AS whole_input, output_text + reasoning_tokens AS whole_output
FROM (
SELECT *, if(cache_apart, prompt_tokens, prompt_tokens - cache) AS uncached,
  if(reasoning_apart, completion_tokens, completion_tokens - reasoning_tokens) AS output_text
FROM (
SELECT *, both_apart OR cache > prompt_tokens OR (NOT reasoning_told AND abs(beyond - (cache)) < 1e-6 * greatest(1, cache)) AS cache_apart,
  both_apart OR reasoning_tokens > completion_tokens OR reasoning_told AS reasoning_apart
FROM (
SELECT *, abs(beyond - (cache + reasoning_tokens)) < 1e-6 * greatest(1, cache + reasoning_tokens) AS both_apart,
  reasoning_tokens <= completion_tokens AND abs(beyond - (reasoning_tokens)) < 1e-6 * greatest(1, reasoning_tokens) AS reasoning_told
FROM (
SELECT *, if(prompt != '', 'prompt', class_tag) AS class_kind, if(prompt != '', prompt, tags[class_tag]) AS class_name
FROM (
SELECT project, toString(provider) AS provider, toString(model) AS model, tags, arrayFirst(key -> tags[key] != '', ['feature', 'task', 'use_case', 'usecase', 'workflow', 'component', 'step', 'operation', 'agent']) AS class_tag,
  if(has({promptIds: Array(UInt32)}, prompt_id), {promptNames: Array(String)}[indexOf({promptIds: Array(UInt32)}, prompt_id)], toString(prompt_name)) AS prompt,
  if(has({promptIds: Array(UInt32)}, prompt_id), {promptVersions: Array(String)}[indexOf({promptIds: Array(UInt32)}, prompt_id)], toString(prompt_version)) AS version,
  id, timestamp, trace_id, session_id, eval_run, input_hash, cost_usd,
  error != '' AS failed, tool_calls NOT IN ('', '[]', 'null') AS with_tools,
  prompt_tokens, completion_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, audio_tokens,
  JSONExtractString(request_meta, 'gateway') AS gateway,
  cached_tokens + cache_write_tokens AS cache,
  total_tokens - prompt_tokens - completion_tokens - if(cached_tokens + cache_write_tokens > prompt_tokens, cached_tokens + cache_write_tokens, 0)
    - if(reasoning_tokens > completion_tokens, reasoning_tokens, 0) AS beyond
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
)
)
)
)
)
)
GROUP BY project, provider, model, class_kind, class_name
ORDER BY cost DESC, n DESC, project, provider, model, class_kind, class_name
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- start = 1700000000000
-- end = 1700000100000
-- promptIds = [5]
-- promptNames = ["it's"]
-- promptVersions = ["2"]
-- limit = 2000
