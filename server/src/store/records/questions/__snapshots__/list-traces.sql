SELECT source, trace_id AS place_id, toUnixTimestamp64Milli(max(at)) AS at_ms, toUnixTimestamp64Milli(min(at)) AS from_ms, count() AS found
FROM (
(SELECT 'calls' AS source, trace_id, timestamp AS at
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND eval_run = 0
  AND trace_id != ''
ORDER BY timestamp DESC, id DESC
LIMIT {rows: UInt32})
UNION ALL
(SELECT 'observations' AS source, trace_id, timestamp AS at
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND trace_id != ''
ORDER BY timestamp DESC, id DESC
LIMIT {rows: UInt32})
)
GROUP BY source, trace_id
-- rows = 816
-- account = 7
-- retained = 1700000000000

SELECT source, trace_id AS place_id, toUnixTimestamp64Milli(max(at)) AS at_ms, toUnixTimestamp64Milli(min(at)) AS from_ms, count() AS found
FROM (
(SELECT 'calls' AS source, trace_id, timestamp AS at
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND trace_id != ''
  AND timestamp <= fromUnixTimestamp64Milli({afterMs: Int64})
  AND (timestamp, trace_id) < (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
  AND trace_id NOT IN (SELECT trace_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND trace_id != ''
  AND timestamp >= fromUnixTimestamp64Milli({afterMs: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({until: Int64})
  AND (timestamp, trace_id) >= (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
UNION ALL SELECT trace_id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND trace_id != ''
  AND timestamp >= fromUnixTimestamp64Milli({afterMs: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({until: Int64})
  AND (timestamp, trace_id) >= (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String}))
ORDER BY timestamp DESC, id DESC
LIMIT {rows: UInt32})
UNION ALL
(SELECT 'observations' AS source, trace_id, timestamp AS at
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND trace_id != ''
  AND timestamp <= fromUnixTimestamp64Milli({afterMs: Int64})
  AND (timestamp, trace_id) < (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
  AND trace_id NOT IN (SELECT trace_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND trace_id != ''
  AND timestamp >= fromUnixTimestamp64Milli({afterMs: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({until: Int64})
  AND (timestamp, trace_id) >= (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
UNION ALL SELECT trace_id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND trace_id != ''
  AND timestamp >= fromUnixTimestamp64Milli({afterMs: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({until: Int64})
  AND (timestamp, trace_id) >= (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String}))
ORDER BY timestamp DESC, id DESC
LIMIT {rows: UInt32})
)
GROUP BY source, trace_id
-- rows = 816
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- afterMs = 1700000000500
-- afterId = "it's"
-- until = 1700000000900

SELECT source, trace_id AS place_id, toUnixTimestamp64Milli(max(at)) AS at_ms, toUnixTimestamp64Milli(min(at)) AS from_ms, count() AS found
FROM (
(SELECT 'calls' AS source, trace_id, timestamp AS at
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
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
  AND eval_run = 0
  AND trace_id != ''
  AND timestamp <= fromUnixTimestamp64Milli({afterMs: Int64})
  AND (timestamp, trace_id) < (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
  AND trace_id NOT IN (SELECT trace_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
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
  AND eval_run = 0
  AND trace_id != ''
  AND timestamp >= fromUnixTimestamp64Milli({afterMs: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({until: Int64})
  AND (timestamp, trace_id) >= (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String}))
ORDER BY timestamp DESC, id DESC
LIMIT {rows: UInt32})
)
GROUP BY source, trace_id
-- rows = 816
-- account = 7
-- retained = 1700000000000
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
-- afterMs = 1700000000500
-- afterId = "it's"
-- until = 1700000000900

SELECT source, trace_id AS place_id, toUnixTimestamp64Milli(max(at)) AS at_ms, toUnixTimestamp64Milli(min(at)) AS from_ms, count() AS found
FROM (
(SELECT 'calls' AS source, trace_id, timestamp AS at
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND eval_run = 0
  AND trace_id != ''
  AND trace_id IN (SELECT trace_id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND positionCaseInsensitiveUTF8(name, {traceName: String}) > 0
UNION ALL SELECT trace_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND positionCaseInsensitiveUTF8(if(name = '', toString(model), toString(name)), {traceName: String}) > 0)
  AND trace_id IN (SELECT trace_id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND agent = {agent: String}
UNION ALL SELECT trace_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND agent = {agent: String})
  AND trace_id IN (SELECT trace_id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND type = 'tool' AND tool = {tool: String}
UNION ALL SELECT trace_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND has(arrayFilter(tool_name -> tool_name != '', arrayMap(one -> if(JSONExtractString(one, 'name') = '', JSONExtractString(one, 'function', 'name'), JSONExtractString(one, 'name')), JSONExtractArrayRaw(tool_calls))), {tool: String}))
  AND trace_id IN (SELECT trace_id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND type = 'tool' AND error != '' AND tool = {tool: String}
UNION ALL SELECT trace_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND has(arrayMap(one -> if(JSONExtractString(one, 'name') = '', JSONExtractString(one, 'function', 'name'), JSONExtractString(one, 'name')), arrayFilter(one -> JSONExtractRaw(one, 'error') NOT IN ('', 'null', '""'), JSONExtractArrayRaw(tool_calls))), {tool: String}))
  AND trace_id IN (SELECT trace_id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND error != ''
UNION ALL SELECT trace_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND error != '')
ORDER BY timestamp DESC, id DESC
LIMIT {rows: UInt32})
UNION ALL
(SELECT 'observations' AS source, trace_id, timestamp AS at
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND trace_id != ''
  AND trace_id IN (SELECT trace_id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND positionCaseInsensitiveUTF8(name, {traceName: String}) > 0
UNION ALL SELECT trace_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND positionCaseInsensitiveUTF8(if(name = '', toString(model), toString(name)), {traceName: String}) > 0)
  AND trace_id IN (SELECT trace_id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND agent = {agent: String}
UNION ALL SELECT trace_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND agent = {agent: String})
  AND trace_id IN (SELECT trace_id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND type = 'tool' AND tool = {tool: String}
UNION ALL SELECT trace_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND has(arrayFilter(tool_name -> tool_name != '', arrayMap(one -> if(JSONExtractString(one, 'name') = '', JSONExtractString(one, 'function', 'name'), JSONExtractString(one, 'name')), JSONExtractArrayRaw(tool_calls))), {tool: String}))
  AND trace_id IN (SELECT trace_id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND type = 'tool' AND error != '' AND tool = {tool: String}
UNION ALL SELECT trace_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND has(arrayMap(one -> if(JSONExtractString(one, 'name') = '', JSONExtractString(one, 'function', 'name'), JSONExtractString(one, 'name')), arrayFilter(one -> JSONExtractRaw(one, 'error') NOT IN ('', 'null', '""'), JSONExtractArrayRaw(tool_calls))), {tool: String}))
  AND trace_id IN (SELECT trace_id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND error != ''
UNION ALL SELECT trace_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND error != '')
ORDER BY timestamp DESC, id DESC
LIMIT {rows: UInt32})
)
GROUP BY source, trace_id
-- rows = 816
-- account = 7
-- retained = 1700000000000
-- traceName = "flow"
-- agent = "planner"
-- tool = "search"

SELECT source, trace_id AS place_id, toUnixTimestamp64Milli(max(at)) AS at_ms, toUnixTimestamp64Milli(min(at)) AS from_ms, count() AS found
FROM (
(SELECT 'calls' AS source, trace_id, timestamp AS at
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND eval_run = 0
  AND trace_id != ''
  AND trace_id NOT IN (SELECT trace_id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND type = 'tool' AND error != ''
UNION ALL SELECT trace_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND notEmpty(arrayMap(one -> if(JSONExtractString(one, 'name') = '', JSONExtractString(one, 'function', 'name'), JSONExtractString(one, 'name')), arrayFilter(one -> JSONExtractRaw(one, 'error') NOT IN ('', 'null', '""'), JSONExtractArrayRaw(tool_calls)))))
  AND trace_id NOT IN (SELECT trace_id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND error != ''
UNION ALL SELECT trace_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND error != '')
ORDER BY timestamp DESC, id DESC
LIMIT {rows: UInt32})
UNION ALL
(SELECT 'observations' AS source, trace_id, timestamp AS at
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND trace_id != ''
  AND trace_id NOT IN (SELECT trace_id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND type = 'tool' AND error != ''
UNION ALL SELECT trace_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND notEmpty(arrayMap(one -> if(JSONExtractString(one, 'name') = '', JSONExtractString(one, 'function', 'name'), JSONExtractString(one, 'name')), arrayFilter(one -> JSONExtractRaw(one, 'error') NOT IN ('', 'null', '""'), JSONExtractArrayRaw(tool_calls)))))
  AND trace_id NOT IN (SELECT trace_id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND error != ''
UNION ALL SELECT trace_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND error != '')
ORDER BY timestamp DESC, id DESC
LIMIT {rows: UInt32})
)
GROUP BY source, trace_id
-- rows = 816
-- account = 7
-- retained = 1700000000000

SELECT trace_id, count() AS found,
  countIf(error != '') AS failed, countIf(parent_span_id = '' AND error != '') AS failed_roots,
  toUnixTimestamp64Milli(min(timestamp)) AS start_ms, max(toUnixTimestamp64Milli(timestamp) + latency_ms) AS end_ms,
  argMinIf((session_id, parent_span_id != '', toUnixTimestamp64Milli(timestamp)), (parent_span_id != '', timestamp, id), session_id != '') AS session, argMinIf((user_id, parent_span_id != '', toUnixTimestamp64Milli(timestamp)), (parent_span_id != '', timestamp, id), user_id != '') AS user,
  argMin((substringUTF8(if(name = '', toString(model), toString(name)), 1, 256), 'llm', id, toUnixTimestamp64Milli(timestamp), has_content, parent_span_id != ''), (parent_span_id != '', timestamp, id)) AS root,
  sum(prompt_tokens) AS input_tokens, sum(completion_tokens) AS output_tokens, sum(total_tokens) AS tokens, sum(cost_usd) AS cost,
  sum(arrayCount(one -> JSONExtractRaw(one, 'error') NOT IN ('', 'null', '""'), JSONExtractArrayRaw(tool_calls))) AS failed_tools,
  arrayMap(each -> each.1, arraySlice(arraySort(each -> (-toInt64(each.2), each.1), topKIf(20, 3, 'counts')(toString(model), toString(model) != '')), 1, 5)) AS models,
  groupUniqArray(21)(agent) AS agents,
  groupUniqArrayArray(50)(arrayFilter(tool_name -> tool_name != '', arrayMap(one -> if(JSONExtractString(one, 'name') = '', JSONExtractString(one, 'function', 'name'), JSONExtractString(one, 'name')), JSONExtractArrayRaw(tool_calls)))) AS tools,
  argMin(tags, (timestamp, id)) AS first_tags,
  groupArraySorted(100)(id) AS ids,
  argMinIf((id, toUnixTimestamp64Milli(timestamp)), (timestamp, id), has_content) AS first, argMaxIf((id, toUnixTimestamp64Milli(timestamp)), (timestamp, id), has_content) AS last
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id IN {traceIds: Array(String)}
  AND (timestamp >= fromUnixTimestamp64Milli({from0: Int64}) AND timestamp <= fromUnixTimestamp64Milli({to0: Int64}) OR timestamp >= fromUnixTimestamp64Milli({from1: Int64}) AND timestamp <= fromUnixTimestamp64Milli({to1: Int64}))
  AND eval_run = 0
GROUP BY trace_id
-- account = 7
-- retained = 1700000000000
-- project = 3
-- traceIds = ["it's","🚀","long ago"]
-- from0 = 1600000000000
-- to0 = 1600000000900
-- from1 = 1700000000000
-- to1 = 1700000000950

SELECT trace_id, count() AS found,
  countIf(error != '') AS failed, countIf(parent_span_id = '' AND error != '') AS failed_roots,
  toUnixTimestamp64Milli(min(timestamp)) AS start_ms, max(toUnixTimestamp64Milli(timestamp) + duration_ms) AS end_ms,
  argMinIf((session_id, parent_span_id != '', toUnixTimestamp64Milli(timestamp)), (parent_span_id != '', timestamp, id), session_id != '') AS session, argMinIf((user_id, parent_span_id != '', toUnixTimestamp64Milli(timestamp)), (parent_span_id != '', timestamp, id), user_id != '') AS user,
  argMin((substringUTF8(name, 1, 256), toString(type), id, toUnixTimestamp64Milli(timestamp), has_content, parent_span_id != ''), (parent_span_id != '', timestamp, id)) AS root,
  countIf(type = 'tool' AND error != '') AS failed_tools,
  groupUniqArray(21)(agent) AS agents,
  groupUniqArrayIf(50)(tool, type = 'tool') AS tools
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id IN {traceIds: Array(String)}
  AND (timestamp >= fromUnixTimestamp64Milli({from0: Int64}) AND timestamp <= fromUnixTimestamp64Milli({to0: Int64}) OR timestamp >= fromUnixTimestamp64Milli({from1: Int64}) AND timestamp <= fromUnixTimestamp64Milli({to1: Int64}))
GROUP BY trace_id
-- account = 7
-- retained = 1700000000000
-- project = 3
-- traceIds = ["it's","🚀","long ago"]
-- from0 = 1600000000000
-- to0 = 1600000000900
-- from1 = 1700000000000
-- to1 = 1700000000950
