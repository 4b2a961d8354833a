SELECT project, provider, model, class_kind, class_name, toFloat64(count()) AS threads, toFloat64(sum(long_calls)) AS long_calls, sum(long_cost) AS cost,
  sum(t.uncached_sum) AS uncached_sum, sum(t.cache_read_sum) AS cache_read_sum, sum(t.cache_write_sum) AS cache_write_sum, sum(t.output_sum) AS output_sum, sum(t.reasoning_sum) AS reasoning_sum, sum(t.audio_sum) AS audio_sum,
  sum(t.excess) AS excess, max(top) AS longest,
  groupArraySorted(5)((-t.excess, top_call.1, top_call.2)) AS worst
FROM (
SELECT project, provider, model, class_kind, class_name, thread, count() AS n, max(whole_input) AS top, argMax((id, trace_id), (whole_input, id)) AS top_call,
  countIf(whole_input > cut_to) AS long_calls, sumIf(cost_usd, whole_input > cut_to) AS long_cost,
  sumIf(uncached, whole_input > cut_to) AS uncached_sum, sumIf(cached_tokens, whole_input > cut_to) AS cache_read_sum, sumIf(cache_write_tokens, whole_input > cut_to) AS cache_write_sum, sumIf(output_text, whole_input > cut_to) AS output_sum, sumIf(reasoning_tokens, whole_input > cut_to) AS reasoning_sum, sumIf(audio_tokens, whole_input > cut_to) AS audio_sum,
  sumIf(whole_input - cut_to, whole_input > cut_to) AS excess,
  corr(at_ms, whole_input) AS growth, corr(at_ms, whole_output) AS output_growth
FROM (
SELECT *, if(session_id != '', concat('s', session_id), if(trace_id != '', concat('t', trace_id), '')) AS thread,
  toFloat64(toUnixTimestamp64Milli(timestamp) - {start: Int64}) AS at_ms,
  indexOf({classes: Array(String)}, concat(toString(project), '\n', provider, '\n', model, '\n', class_kind, '\n', class_name)) AS at,
  {cutTo: Array(Float64)}[at] AS cut_to
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
WHERE NOT failed AND thread != '' AND at != 0
)
GROUP BY project, provider, model, class_kind, class_name, thread, at
HAVING n >= {leastCalls: UInt32} AND top >= {reaches: Array(Float64)}[at]
  AND ifNotFinite(growth, 0) >= {leastGrowth: Float64} AND ifNotFinite(output_growth, 0) <= {mostOutputGrowth: Float64}
) AS t
GROUP BY project, provider, model, class_kind, class_name
ORDER BY excess DESC, project, provider, model, class_kind, class_name
SETTINGS max_bytes_before_external_group_by = 200000000
-- account = 7
-- retained = 1700000000000
-- start = 1700000000000
-- end = 1700000100000
-- promptIds = [5]
-- promptNames = ["it's"]
-- promptVersions = ["2"]
-- classes = ["3\nopenai\ngpt-5\nprompt\nit's"]
-- reaches = [12000]
-- cutTo = [6000]
-- leastCalls = 5
-- leastGrowth = 0.7
-- mostOutputGrowth = 0.3
