SELECT group_key AS name, toUInt32(at) AS point, toFloat64(count()) AS calls, toFloat64(countIf(failed)) AS errors, toFloat64(sum(m.cost)) AS cost, quantileExactInclusive(0.990000000000)(took) AS latency, toFloat64(countIf(took >= {slowMs: Float64})) AS slow
FROM (
SELECT *, ms - {firstStart: Int64} AS since,
  arrayJoin(range(
    toUInt32(greatest(0, intDiv(since - {windowMs: Int64} + {stepMs: Int64}, {stepMs: Int64}))),
    toUInt32(least(toInt64({points: UInt32}), intDiv(since, {stepMs: Int64}) + 1)))) AS at
FROM (
SELECT * FROM (
SELECT tags[{groupTag: String}] AS group_key, toUnixTimestamp64Milli(timestamp) AS ms, error != '' AS failed, latency_ms AS took, cost_usd AS cost,
  if(price_source = 'none' AND total_tokens > 0, 1, 0) AS unpriced_calls, if(price_source = 'none' AND total_tokens > 0, total_tokens, 0) AS unpriced_tokens
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND provider = {provider: String}
  AND eval_run = 0
)
WHERE group_key != '' AND group_key IN {keys: Array(String)}
)
) AS m
GROUP BY name, point
ORDER BY name, point
-- account = 7
-- retained = 1697408123000
-- project = 3
-- start = 1698776123000
-- end = 1700000123000
-- provider = "openai"
-- groupTag = "team"
-- keys = ["red","blue"]
-- slowMs = 2000
-- firstStart = 1698776123000
-- windowMs = 14400000
-- stepMs = 3600000
-- points = 337
