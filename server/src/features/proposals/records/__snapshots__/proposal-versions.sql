SELECT project, prompt, version, toFloat64(count()) AS n, toFloat64(countIf(failed)) AS errors,
  sum(cost_usd) AS cost, sumIf(cost_usd, failed) AS errors_cost,
  toFloat64(toUnixTimestamp64Milli(min(timestamp))) AS first_ms, toFloat64(toUnixTimestamp64Milli(max(timestamp))) AS last_ms,
  groupArraySortedIf(5)((-toFloat64(toUnixTimestamp64Milli(timestamp)), id, trace_id), failed) AS newest_failed
FROM (
SELECT *, if(prompt != '', 'prompt', class_tag) AS class_kind, if(prompt != '', prompt, tags[class_tag]) AS class_name
FROM (
SELECT project, toString(provider) AS provider, toString(model) AS model, tags, arrayFirst(key -> tags[key] != '', ['feature', 'task', 'use_case', 'usecase', 'workflow', 'component', 'step', 'operation', 'agent']) AS class_tag,
  if(has({promptIds: Array(UInt32)}, prompt_id), {promptNames: Array(String)}[indexOf({promptIds: Array(UInt32)}, prompt_id)], toString(prompt_name)) AS prompt,
  if(has({promptIds: Array(UInt32)}, prompt_id), {promptVersions: Array(String)}[indexOf({promptIds: Array(UInt32)}, prompt_id)], toString(prompt_version)) AS version,
  id, timestamp, trace_id, session_id, eval_run, input_hash, cost_usd,
  error != '' AS failed, tool_calls NOT IN ('', '[]', 'null') AS with_tools
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
)
)
WHERE prompt != '' AND version != ''
GROUP BY project, prompt, version
ORDER BY n DESC, project, prompt, version
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- start = 1700000000000
-- end = 1700000100000
-- promptIds = [5]
-- promptNames = ["it's"]
-- promptVersions = ["2"]
-- limit = 1000
