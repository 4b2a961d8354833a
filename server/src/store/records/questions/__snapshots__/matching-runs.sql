SELECT trace_id AS run_id, toUnixTimestamp64Milli(last_at) AS last_ms
FROM (SELECT of_trace AS trace_id,
  max(at) AS last_at,
  arraySort(arrayDistinct(arrayConcat(groupUniqArrayIf(1000)(of_tool, is_tool AND of_tool != ''), groupUniqArrayArray(1000)(arrayFilter(tool_name -> tool_name != '', arrayMap(one -> if(JSONExtractString(one, 'name') = '', JSONExtractString(one, 'function', 'name'), JSONExtractString(one, 'name')), JSONExtractArrayRaw(asked))))))) AS called_tools,
  arraySort(arrayDistinct(arrayConcat(groupUniqArrayIf(1000)(of_tool, is_tool AND is_failed), groupUniqArrayArray(1000)(arrayMap(one -> if(JSONExtractString(one, 'name') = '', JSONExtractString(one, 'function', 'name'), JSONExtractString(one, 'name')), arrayFilter(one -> JSONExtractRaw(one, 'error') NOT IN ('', 'null', '""'), JSONExtractArrayRaw(asked))))))) AS failed_tools
FROM (
SELECT trace_id AS of_trace, timestamp AS at, error != '' AS is_failed, 0 AS is_tool, '' AS of_tool, tool_calls AS asked
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND trace_id != ''
  AND trace_id IN {groupIds: Array(String)}
  AND eval_run = 0
UNION ALL
SELECT trace_id AS of_trace, timestamp AS at, error != '' AS is_failed, type = 'tool' AS is_tool, toString(tool) AS of_tool, '' AS asked
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND trace_id != ''
  AND trace_id IN {groupIds: Array(String)}
)
GROUP BY of_trace
HAVING has(called_tools, {runTool: String})
  AND has(failed_tools, {runTool: String}))
-- account = 7
-- retained = 1700000000000
-- groupIds = ["t"]
-- runTool = "it's"

SELECT session_id AS run_id, toUnixTimestamp64Milli(last_at) AS last_ms
FROM (SELECT of_session AS session_id,
  max(at) AS last_at,
  sum(cost) AS cost_usd
FROM (
SELECT session_id AS of_session, timestamp AS at, cost_usd AS cost
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND session_id != ''
  AND session_id IN {groupIds: Array(String)}
  AND eval_run = 0
UNION ALL
SELECT session_id AS of_session, timestamp AS at, toFloat64(0) AS cost
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND session_id != ''
  AND session_id IN {groupIds: Array(String)}
)
WHERE of_session IN (SELECT session_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND positionCaseInsensitiveUTF8(model, {model: String}) > 0
  AND eval_run = 0)
GROUP BY of_session
HAVING cost_usd >= {run0: Float64})
-- account = 7
-- retained = 1700000000000
-- project = 3
-- groupIds = ["s","s'"]
-- model = "gpt"
-- run0 = 1
