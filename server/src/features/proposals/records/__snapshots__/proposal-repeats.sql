SELECT project, provider, model, class_kind, class_name, toFloat64(sum(n)) AS calls, toFloat64(sum(n - 1)) AS repeats, sum(again_usd) AS cost, toFloat64(max(n)) AS most,
  groupArraySorted(3)((-toInt64(n), first_call.1, last_call.1, first_call.2, last_call.2)) AS examples
FROM (
SELECT project, provider, model, class_kind, class_name, toDate(timestamp) AS day, input_hash, count() AS n,
  argMin((id, trace_id, cost_usd), (timestamp, id)) AS first_call, argMax((id, trace_id), (timestamp, id)) AS last_call,
  sum(cost_usd) - first_call.3 AS again_usd
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
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
)
)
WHERE input_hash != 0 AND NOT failed
GROUP BY project, provider, model, class_kind, class_name, day, input_hash
HAVING n >= {least: UInt32}
)
GROUP BY project, provider, model, class_kind, class_name
ORDER BY cost DESC, repeats DESC, project, provider, model, class_kind, class_name
LIMIT {limit: UInt32}
SETTINGS max_bytes_before_external_group_by = 200000000
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- promptIds = []
-- promptNames = []
-- promptVersions = []
-- least = 2
-- limit = 200
