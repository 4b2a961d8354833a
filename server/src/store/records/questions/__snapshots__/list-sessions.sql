SELECT session_id AS place_id, toUnixTimestamp64Milli(max(at)) AS at_ms, toUnixTimestamp64Milli(min(at)) AS from_ms, count() AS found
FROM (
SELECT session_id, timestamp AS at
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND eval_run = 0
  AND session_id != ''
ORDER BY timestamp DESC
LIMIT {rows: UInt32}
)
GROUP BY session_id
-- account = 7
-- retained = 1700000000000
-- rows = 3264

SELECT session_id AS place_id, toUnixTimestamp64Milli(max(at)) AS at_ms, toUnixTimestamp64Milli(min(at)) AS from_ms, count() AS found
FROM (
SELECT session_id, timestamp AS at
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
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
  AND session_id != ''
  AND timestamp <= fromUnixTimestamp64Milli({until: Int64})
  AND (timestamp, session_id) < (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
  AND timestamp <= fromUnixTimestamp64Milli({afterMs: Int64})
  AND session_id NOT IN (SELECT session_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
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
  AND session_id != ''
  AND timestamp <= fromUnixTimestamp64Milli({until: Int64})
  AND (timestamp, session_id) >= (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
  AND timestamp >= fromUnixTimestamp64Milli({afterMs: Int64}))
ORDER BY timestamp DESC
LIMIT {rows: UInt32}
)
GROUP BY session_id
-- account = 7
-- retained = 1700000000000
-- project = 3
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
-- until = 1700000000900
-- afterMs = 1700000000500
-- afterId = "it's"
-- rows = 12864

SELECT session_id AS place_id, toUnixTimestamp64Milli(max(timestamp)) AS at_ms
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND eval_run = 0
  AND session_id != ''
  AND timestamp <= fromUnixTimestamp64Milli({until: Int64})
  AND (timestamp, session_id) < (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
  AND timestamp <= fromUnixTimestamp64Milli({afterMs: Int64})
  AND session_id NOT IN (SELECT session_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND eval_run = 0
  AND session_id != ''
  AND timestamp <= fromUnixTimestamp64Milli({until: Int64})
  AND (timestamp, session_id) >= (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
  AND timestamp >= fromUnixTimestamp64Milli({afterMs: Int64}))
GROUP BY session_id
ORDER BY at_ms DESC, session_id DESC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- until = 1700000000900
-- afterMs = 1700000000500
-- afterId = "it's"
-- limit = 201

SELECT session_id, toFloat64(count()) AS found, toFloat64(uniqExactIf(trace_id, trace_id != '')) AS traces,
  toFloat64(countIf(error != '')) AS failed, sum(cost_usd) AS cost, sum(total_tokens) AS tokens,
  toFloat64(countIf(price_source = 'none' AND total_tokens > 0)) AS unpriced, sumIf(total_tokens, price_source = 'none' AND total_tokens > 0) AS unpriced_tokens,
  toUnixTimestamp64Milli(min(timestamp)) AS start_ms,
  arrayMap(each -> each.1, arraySlice(arraySort(each -> (-toInt64(each.2), each.1), topKIf(20, 3, 'counts')(user_id, user_id != '')), 1, 3)) AS users,
  arrayMap(each -> each.1, arraySlice(arraySort(each -> (-toInt64(each.2), each.1), topK(20, 3, 'counts')(toString(model))), 1, 5)) AS models,
  argMax(toString(model), (timestamp, id)) AS last_model
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND positionCaseInsensitiveUTF8(model, {model: String}) > 0
  AND eval_run = 0
  AND session_id IN {sessionIds: Array(String)}
  AND timestamp <= fromUnixTimestamp64Milli({until: Int64})
GROUP BY session_id
-- account = 7
-- retained = 1700000000000
-- project = 3
-- model = "gpt"
-- sessionIds = ["it's","🚀"]
-- until = 1700000000900

SELECT session_id, toFloat64(count()) AS found, toFloat64(uniqExactIf(trace_id, trace_id != '')) AS traces,
  toFloat64(countIf(error != '')) AS failed, sum(cost_usd) AS cost, sum(total_tokens) AS tokens,
  toFloat64(countIf(price_source = 'none' AND total_tokens > 0)) AS unpriced, sumIf(total_tokens, price_source = 'none' AND total_tokens > 0) AS unpriced_tokens,
  toUnixTimestamp64Milli(min(timestamp)) AS start_ms,
  arrayMap(each -> each.1, arraySlice(arraySort(each -> (-toInt64(each.2), each.1), topKIf(20, 3, 'counts')(user_id, user_id != '')), 1, 3)) AS users,
  arrayMap(each -> each.1, arraySlice(arraySort(each -> (-toInt64(each.2), each.1), topK(20, 3, 'counts')(toString(model))), 1, 5)) AS models,
  argMax(toString(model), (timestamp, id)) AS last_model,
  argMinIf(id, (timestamp, id), has_content) AS first_id, toUnixTimestamp64Milli(minIf(timestamp, has_content)) AS first_ms
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND eval_run = 0
  AND session_id IN {sessionIds: Array(String)}
  AND timestamp <= fromUnixTimestamp64Milli({until: Int64})
GROUP BY session_id
-- account = 7
-- retained = 1700000000000
-- sessionIds = ["s"]
-- until = 1700000000900
