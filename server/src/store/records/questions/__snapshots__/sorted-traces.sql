SELECT toFloat64(max(found)) AS most
FROM (SELECT count() AS found FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64}) UNION ALL SELECT count() AS found FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64}))
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000

SELECT toUnixTimestamp64Milli(maxOrNull(timestamp)) AS ms
FROM ((SELECT timestamp FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64}) ORDER BY timestamp DESC LIMIT 1 OFFSET {most: UInt32}) UNION ALL (SELECT timestamp FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64}) ORDER BY timestamp DESC LIMIT 1 OFFSET {most: UInt32}))
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- most = 2000000

SELECT trace_id AS id, round(cost_usd, 12) AS value,
  toUnixTimestamp64Milli(timestamp) AS from_ms, toUnixTimestamp64Milli(last_at) AS to_ms
FROM (
SELECT of_trace AS trace_id,
  min(at) AS timestamp,
  max(at) AS last_at,
  sum(cost) AS cost_usd
FROM (
SELECT trace_id AS of_trace, timestamp AS at, cost_usd AS cost
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND trace_id != ''
  AND eval_run = 0
UNION ALL
SELECT trace_id AS of_trace, timestamp AS at, toFloat64(0) AS cost
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND trace_id != ''
)
GROUP BY of_trace
)
ORDER BY value DESC, id DESC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- limit = 51

SELECT trace_id AS id, round(cost_usd, 12) AS value,
  toUnixTimestamp64Milli(timestamp) AS from_ms, toUnixTimestamp64Milli(last_at) AS to_ms
FROM (
WITH (SELECT (minOrNull(began), maxOrNull(ended), groupArray(run)) FROM (
SELECT run, min(first) AS began, max(last) AS ended
FROM (
SELECT run, first, last FROM run_times WHERE account = {account: UInt32} AND project = {project: UInt32}
UNION ALL
SELECT sipHash64(trace_id) AS run, timestamp AS first, timestamp AS last FROM file(1) WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id != ''
UNION ALL
SELECT sipHash64(trace_id) AS run, timestamp AS first, timestamp AS last FROM file(2) WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id != ''
)
GROUP BY run
HAVING (min(first) < fromUnixTimestamp64Milli({start: Int64}) AND max(last) >= fromUnixTimestamp64Milli({start: Int64})) OR (min(first) < fromUnixTimestamp64Milli({end: Int64}) AND max(last) >= fromUnixTimestamp64Milli({end: Int64}))
)) AS reach
SELECT of_trace AS trace_id,
  min(at) AS timestamp,
  max(at) AS last_at,
  sum(cost) AS cost_usd,
  toFloat64(countIf(is_failed)) AS errors,
  arraySort(groupUniqArrayIf(1000)(of_agent, of_agent != '')) AS agents,
  arraySort(groupUniqArrayIf(1000)(of_tool, is_tool AND of_tool != '')) AS tool_names,
  arraySort(arrayDistinct(arrayConcat(groupUniqArrayIf(1000)(of_tool, is_tool AND of_tool != ''), groupUniqArrayArray(1000)(arrayFilter(tool_name -> tool_name != '', arrayMap(one -> if(JSONExtractString(one, 'name') = '', JSONExtractString(one, 'function', 'name'), JSONExtractString(one, 'name')), JSONExtractArrayRaw(asked))))))) AS called_tools,
  arraySort(arrayDistinct(arrayConcat(groupUniqArrayIf(1000)(of_tool, is_tool AND is_failed), groupUniqArrayArray(1000)(arrayMap(one -> if(JSONExtractString(one, 'name') = '', JSONExtractString(one, 'function', 'name'), JSONExtractString(one, 'name')), arrayFilter(one -> JSONExtractRaw(one, 'error') NOT IN ('', 'null', '""'), JSONExtractArrayRaw(asked))))))) AS failed_tools,
  argMinIf(of_release, root_first, of_release != '') AS release,
  argMinIf(of_environment, root_first, of_environment != '') AS environment,
  argMin(called, root_first) AS name,
  if(countIf(is_root) > 0, countIf(is_root AND is_failed) > 0, countIf(is_failed) > 0) AS failed
FROM (
SELECT trace_id AS of_trace, timestamp AS at, parent_span_id = '' AS is_root, error != '' AS is_failed, toString(agent) AS of_agent, toString(release) AS of_release, toString(environment) AS of_environment, concat(if(parent_span_id = '', '0', '1'), concat(toString(toUnixTimestamp64Milli(timestamp)), id)) AS root_first, 0 AS is_tool, if(name = '', toString(model), toString(name)) AS called, cost_usd AS cost, '' AS of_tool, tool_calls AS asked
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id != ''
  AND received_at <= fromUnixTimestamp64Milli({arrivedUntil: Int64})
  AND eval_run = 0
  AND timestamp >= least(fromUnixTimestamp64Milli({start: Int64}), ifNull(reach.1, fromUnixTimestamp64Milli({start: Int64})))
  AND timestamp <= greatest(fromUnixTimestamp64Milli({end: Int64}), ifNull(reach.2, fromUnixTimestamp64Milli({end: Int64})))
UNION ALL
SELECT trace_id AS of_trace, timestamp AS at, parent_span_id = '' AS is_root, error != '' AS is_failed, toString(agent) AS of_agent, toString(release) AS of_release, toString(environment) AS of_environment, concat(if(parent_span_id = '', '0', '1'), concat(toString(toUnixTimestamp64Milli(timestamp)), id)) AS root_first, type = 'tool' AS is_tool, name AS called, toFloat64(0) AS cost, toString(tool) AS of_tool, '' AS asked
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id != ''
  AND received_at <= fromUnixTimestamp64Milli({arrivedUntil: Int64})
  AND timestamp >= least(fromUnixTimestamp64Milli({start: Int64}), ifNull(reach.1, fromUnixTimestamp64Milli({start: Int64})))
  AND timestamp <= greatest(fromUnixTimestamp64Milli({end: Int64}), ifNull(reach.2, fromUnixTimestamp64Milli({end: Int64})))
UNION ALL
SELECT trace_id AS of_trace, timestamp AS at, parent_span_id = '' AS is_root, error != '' AS is_failed, toString(agent) AS of_agent, toString(release) AS of_release, toString(environment) AS of_environment, concat(if(parent_span_id = '', '0', '1'), concat(toString(toUnixTimestamp64Milli(timestamp)), id)) AS root_first, 0 AS is_tool, if(name = '', toString(model), toString(name)) AS called, cost_usd AS cost, '' AS of_tool, tool_calls AS asked
FROM file(1)
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id != ''
  AND received_at <= fromUnixTimestamp64Milli({arrivedUntil: Int64})
  AND eval_run = 0
UNION ALL
SELECT trace_id AS of_trace, timestamp AS at, parent_span_id = '' AS is_root, error != '' AS is_failed, toString(agent) AS of_agent, toString(release) AS of_release, toString(environment) AS of_environment, concat(if(parent_span_id = '', '0', '1'), concat(toString(toUnixTimestamp64Milli(timestamp)), id)) AS root_first, type = 'tool' AS is_tool, name AS called, toFloat64(0) AS cost, toString(tool) AS of_tool, '' AS asked
FROM file(2)
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id != ''
  AND received_at <= fromUnixTimestamp64Milli({arrivedUntil: Int64})
)
WHERE (at >= fromUnixTimestamp64Milli({start: Int64}) AND at < fromUnixTimestamp64Milli({end: Int64}) OR sipHash64(of_trace) IN (SELECT arrayJoin(reach.3)))
  AND of_trace IN (SELECT trace_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
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
  AND eval_run = 0 AND timestamp >= least(fromUnixTimestamp64Milli({start: Int64}), ifNull(reach.1, fromUnixTimestamp64Milli({start: Int64}))) AND timestamp <= greatest(fromUnixTimestamp64Milli({end: Int64}), ifNull(reach.2, fromUnixTimestamp64Milli({end: Int64})))
UNION ALL SELECT trace_id FROM file(1) WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
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
  AND eval_run = 0)
GROUP BY of_trace
HAVING timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND positionCaseInsensitiveUTF8(name, {runName: String}) > 0
  AND has(agents, {runAgent: String})
  AND has(called_tools, {runTool: String})
  AND has(failed_tools, {runTool: String})
  AND errors > 0
  AND cost_usd >= {run0: Float64}
  AND errors <= {run1: Float64}
  AND hasAny(agents, {run2: Array(String)})
  AND NOT hasAny(tool_names, {run3: Array(String)})
  AND (release IN {run4: Array(String)})
  AND NOT (environment IN {run5: Array(String)})
  AND (if(failed, 'failed', 'ok') IN {run6: Array(String)})
)
WHERE (value, id) < ({afterValue: Float64}, {afterId: String})
ORDER BY value DESC, id DESC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- arrivedUntil = 1700000000900
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
-- runName = "flow"
-- runAgent = "planner"
-- runTool = "search"
-- run0 = 0.5
-- run1 = 3
-- run2 = ["it's"]
-- run3 = ["🚀"]
-- run4 = ["1","2"]
-- run5 = ["dev"]
-- run6 = ["failed"]
-- limit = 51
-- afterValue = 0.5
-- afterId = "it's"
