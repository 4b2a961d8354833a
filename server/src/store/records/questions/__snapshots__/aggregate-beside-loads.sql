SELECT toUInt8(1) AS present, model AS key, toFloat64(sum(calls)) AS part_n, toFloat64(sum(ttft_sum_ms)) AS part_amount, toFloat64(sum(ttft_calls)) AS part_per, toUnixTimestamp64Milli(max(last_seen)) AS part_seen
FROM agg_15m
WHERE account = {account: UInt32}
  AND bucket > toDateTime({retainedSeconds: UInt32}, 'UTC')
  AND project = {project: UInt32}
  AND bucket >= toDateTime({quartersFrom: UInt32}, 'UTC') AND bucket < toDateTime({quartersTo: UInt32}, 'UTC')
  AND provider = {provider: String}
  AND positionCaseInsensitiveUTF8(model, {model: String}) > 0
GROUP BY present, key
LIMIT {limit: UInt32}
UNION ALL
SELECT toUInt8(1) AS present, model AS key, toFloat64(count()) AS part_n, toFloat64(sumIf(ttft_ms, ttft_ms >= 0)) AS part_amount, toFloat64(countIf(ttft_ms >= 0)) AS part_per, toUnixTimestamp64Milli(max(timestamp)) AS part_seen
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND provider = {provider: String}
  AND positionCaseInsensitiveUTF8(model, {model: String}) > 0
  AND eval_run = 0
  AND (timestamp < fromUnixTimestamp64Milli({outsideFrom: Int64}) OR timestamp >= fromUnixTimestamp64Milli({outsideTo: Int64}))
GROUP BY present, key
LIMIT {limit: UInt32}
UNION ALL
SELECT toUInt8(1) AS present, model AS key, toFloat64(count()) AS part_n, toFloat64(sumIf(ttft_ms, ttft_ms >= 0)) AS part_amount, toFloat64(countIf(ttft_ms >= 0)) AS part_per, toUnixTimestamp64Milli(max(timestamp)) AS part_seen
FROM file('rows')
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND provider = {provider: String}
  AND positionCaseInsensitiveUTF8(model, {model: String}) > 0
  AND eval_run = 0
GROUP BY present, key
LIMIT {limit: UInt32}
-- account = 7
-- retainedSeconds = 1692224100
-- project = 3
-- quartersFrom = 1700001000
-- quartersTo = 1700086500
-- provider = "openai"
-- model = "gpt"
-- retained = 1692224100000
-- start = 1700000100001
-- end = 1700086500001
-- outsideFrom = 1700001000000
-- outsideTo = 1700086500000
-- limit = 10000
