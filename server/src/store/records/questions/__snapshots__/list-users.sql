SELECT user_id, toFloat64(count()) AS found, toFloat64(uniqExactIf(session_id, session_id != '')) AS sessions,
  toFloat64(uniqExactIf(trace_id, trace_id != '')) AS traces, toFloat64(countIf(error != '')) AS failed,
  sum(cost_usd) AS cost, sum(total_tokens) AS tokens, toFloat64(countIf(price_source = 'none' AND total_tokens > 0)) AS unpriced_calls, sumIf(total_tokens, price_source = 'none' AND total_tokens > 0) AS unpriced_tokens,
  toUnixTimestamp64Milli(min(timestamp)) AS first_ms, toUnixTimestamp64Milli(max(timestamp)) AS last_ms,
  toFloat64(count() OVER ()) AS total
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND user_id != ''
GROUP BY user_id
ORDER BY last_ms DESC, user_id
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- start = 0
-- end = 3600000
-- limit = 50

SELECT user_id, toFloat64(count()) AS found, toFloat64(uniqExactIf(session_id, session_id != '')) AS sessions,
  toFloat64(uniqExactIf(trace_id, trace_id != '')) AS traces, toFloat64(countIf(error != '')) AS failed,
  sum(cost_usd) AS cost, sum(total_tokens) AS tokens, toFloat64(countIf(price_source = 'none' AND total_tokens > 0)) AS unpriced_calls, sumIf(total_tokens, price_source = 'none' AND total_tokens > 0) AS unpriced_tokens,
  toUnixTimestamp64Milli(min(timestamp)) AS first_ms, toUnixTimestamp64Milli(max(timestamp)) AS last_ms,
  toFloat64(count() OVER ()) AS total
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
  AND user_id != ''
  AND positionCaseInsensitiveUTF8(user_id, {userPart: String}) > 0
GROUP BY user_id
ORDER BY cost DESC, user_id
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1
-- end = 2
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
-- userPart = "it's"
-- limit = 200
