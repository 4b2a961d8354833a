SELECT project, provider, model, class_kind, class_name, id, prompt, version, toUInt8(eval_run != 0) AS of_run
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
  AND timestamp IN (SELECT fromUnixTimestamp64Milli(arrayJoin({times: Array(Int64)})))
  AND id IN {ids: Array(String)}
)
)
ORDER BY id
-- account = 7
-- retained = 1700000000000
-- times = ["1n"]
-- ids = ["a"]
-- promptIds = [5]
-- promptNames = ["it's"]
-- promptVersions = ["2"]
