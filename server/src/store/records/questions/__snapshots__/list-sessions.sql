SELECT source, session_id AS place_id, toUnixTimestamp64Milli(max(at)) AS at_ms, toUnixTimestamp64Milli(min(at)) AS from_ms, count() AS found
FROM (
(SELECT 'calls' AS source, session_id, timestamp AS at
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND eval_run = 0
  AND session_id != ''
ORDER BY timestamp DESC, id DESC
LIMIT {rows: UInt32})
UNION ALL
(SELECT 'observations' AS source, session_id, timestamp AS at
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND session_id != ''
ORDER BY timestamp DESC, id DESC
LIMIT {rows: UInt32})
)
GROUP BY source, session_id
-- rows = 3264
-- account = 7
-- retained = 1700000000000

SELECT source, session_id AS place_id, toUnixTimestamp64Milli(max(at)) AS at_ms, toUnixTimestamp64Milli(min(at)) AS from_ms, count() AS found
FROM (
(SELECT 'calls' AS source, session_id, timestamp AS at
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
  AND timestamp <= fromUnixTimestamp64Milli({afterMs: Int64})
  AND (timestamp, session_id) < (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
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
  AND timestamp >= fromUnixTimestamp64Milli({afterMs: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({until: Int64})
  AND (timestamp, session_id) >= (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String}))
ORDER BY timestamp DESC, id DESC
LIMIT {rows: UInt32})
)
GROUP BY source, session_id
-- rows = 12864
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
-- afterMs = 1700000000500
-- afterId = "it's"
-- until = 1700000000900

SELECT session_id AS place_id, toUnixTimestamp64Milli(max(at)) AS at_ms
FROM (
SELECT session_id, timestamp AS at FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND eval_run = 0
  AND session_id != ''
  AND timestamp <= fromUnixTimestamp64Milli({afterMs: Int64})
  AND (timestamp, session_id) < (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
  AND session_id NOT IN (SELECT session_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND eval_run = 0
  AND session_id != ''
  AND timestamp >= fromUnixTimestamp64Milli({afterMs: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({until: Int64})
  AND (timestamp, session_id) >= (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
UNION ALL SELECT session_id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND session_id != ''
  AND timestamp >= fromUnixTimestamp64Milli({afterMs: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({until: Int64})
  AND (timestamp, session_id) >= (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String}))
UNION ALL
SELECT session_id, timestamp AS at FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND session_id != ''
  AND timestamp <= fromUnixTimestamp64Milli({afterMs: Int64})
  AND (timestamp, session_id) < (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
  AND session_id NOT IN (SELECT session_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND eval_run = 0
  AND session_id != ''
  AND timestamp >= fromUnixTimestamp64Milli({afterMs: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({until: Int64})
  AND (timestamp, session_id) >= (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
UNION ALL SELECT session_id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND session_id != ''
  AND timestamp >= fromUnixTimestamp64Milli({afterMs: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({until: Int64})
  AND (timestamp, session_id) >= (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String}))
)
GROUP BY session_id
ORDER BY at_ms DESC, session_id DESC
LIMIT {limit: UInt32}
-- limit = 201
-- account = 7
-- retained = 1700000000000
-- project = 3
-- afterMs = 1700000000500
-- afterId = "it's"
-- until = 1700000000900

SELECT of_session AS session_id,
  toUnixTimestamp64Milli(min(at)) AS start_ms,
  max(toUnixTimestamp64Milli(at) + took) AS end_ms,
  sum(cost) AS cost_usd,
  sum(tokens) AS total_tokens,
  toFloat64(countIf(is_call = 1)) AS calls,
  toFloat64(countIf(is_failed)) AS errors,
  toFloat64(uniqExactIf(of_trace, of_trace != '')) AS traces,
  toFloat64(countIf(is_unpriced)) AS unpriced_calls,
  sumIf(tokens, is_unpriced) AS unpriced_tokens,
  arrayMap(each -> each.1, arraySlice(arraySort(each -> (-toInt64(each.2), each.1), topKIf(20, 3, 'counts')(of_user, is_call = 1 AND of_user != '')), 1, 3)) AS top_users,
  arrayMap(each -> each.1, arraySlice(arraySort(each -> (-toInt64(each.2), each.1), topKIf(20, 3, 'counts')(of_model, of_model != '')), 1, 5)) AS top_models,
  argMaxIf(of_model, (at, span), is_call = 1) AS last_model
FROM (
SELECT trace_id AS of_trace, session_id AS of_session, timestamp AS at, id AS span, error != '' AS is_failed, user_id AS of_user, 1 AS is_call, latency_ms AS took, cost_usd AS cost, total_tokens AS tokens, price_source = 'none' AND total_tokens > 0 AS is_unpriced, toString(model) AS of_model
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND session_id != ''
  AND session_id IN {groupIds: Array(String)}
  AND eval_run = 0
UNION ALL
SELECT trace_id AS of_trace, session_id AS of_session, timestamp AS at, id AS span, error != '' AS is_failed, user_id AS of_user, 0 AS is_call, duration_ms AS took, toFloat64(0) AS cost, toFloat64(0) AS tokens, 0 AS is_unpriced, '' AS of_model
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND session_id != ''
  AND session_id IN {groupIds: Array(String)}
)
GROUP BY of_session
-- account = 7
-- retained = 1700000000000
-- project = 3
-- groupIds = ["it's","🚀"]

SELECT of_session AS session_id,
  toUnixTimestamp64Milli(min(at)) AS start_ms,
  max(toUnixTimestamp64Milli(at) + took) AS end_ms,
  sum(cost) AS cost_usd,
  sum(tokens) AS total_tokens,
  toFloat64(countIf(is_call = 1)) AS calls,
  toFloat64(countIf(is_failed)) AS errors,
  toFloat64(uniqExactIf(of_trace, of_trace != '')) AS traces,
  toFloat64(countIf(is_unpriced)) AS unpriced_calls,
  sumIf(tokens, is_unpriced) AS unpriced_tokens,
  arrayMap(each -> each.1, arraySlice(arraySort(each -> (-toInt64(each.2), each.1), topKIf(20, 3, 'counts')(of_user, is_call = 1 AND of_user != '')), 1, 3)) AS top_users,
  arrayMap(each -> each.1, arraySlice(arraySort(each -> (-toInt64(each.2), each.1), topKIf(20, 3, 'counts')(of_model, of_model != '')), 1, 5)) AS top_models,
  argMaxIf(of_model, (at, span), is_call = 1) AS last_model,
  argMinIf((span, toUnixTimestamp64Milli(at)), (at, span), is_call = 1 AND is_kept) AS first_content
FROM (
SELECT trace_id AS of_trace, session_id AS of_session, timestamp AS at, id AS span, error != '' AS is_failed, has_content AS is_kept, user_id AS of_user, 1 AS is_call, latency_ms AS took, cost_usd AS cost, total_tokens AS tokens, price_source = 'none' AND total_tokens > 0 AS is_unpriced, toString(model) AS of_model
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND session_id != ''
  AND session_id IN {groupIds: Array(String)}
UNION ALL
SELECT trace_id AS of_trace, session_id AS of_session, timestamp AS at, id AS span, error != '' AS is_failed, has_content AS is_kept, user_id AS of_user, 0 AS is_call, duration_ms AS took, toFloat64(0) AS cost, toFloat64(0) AS tokens, 0 AS is_unpriced, '' AS of_model
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND session_id != ''
  AND session_id IN {groupIds: Array(String)}
)
GROUP BY of_session
-- account = 7
-- retained = 1700000000000
-- groupIds = ["s"]
