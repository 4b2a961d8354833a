SELECT model AS key, toFloat64(sum(calls)) AS part_n, toFloat64(sum(ttft_sum_ms)) AS part_amount, toFloat64(sum(ttft_calls)) AS part_per, toUnixTimestamp64Milli(max(last_seen)) AS part_seen
FROM agg_15m
WHERE account = {account: UInt32}
  AND bucket > {retainedSeconds: UInt32}
  AND project = {project: UInt32}
  AND bucket < {quartersTo: UInt32}
  AND provider = {provider: String}
  AND positionCaseInsensitiveUTF8(model, {model: String}) > 0
GROUP BY key
LIMIT {limit: UInt32}
UNION ALL
SELECT model AS key, toFloat64(count()) AS part_n, toFloat64(sumIf(ttft_ms, ttft_ms >= 0)) AS part_amount, toFloat64(countIf(ttft_ms >= 0)) AS part_per, toUnixTimestamp64Milli(max(timestamp)) AS part_seen
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND provider = {provider: String}
  AND positionCaseInsensitiveUTF8(model, {model: String}) > 0
  AND eval_run = 0
  AND (timestamp < fromUnixTimestamp64Milli({outsideFrom: Int64}) OR timestamp >= fromUnixTimestamp64Milli({outsideTo: Int64}))
GROUP BY key
LIMIT {limit: UInt32}
UNION ALL
SELECT model AS key, toFloat64(count()) AS part_n, toFloat64(sumIf(ttft_ms, ttft_ms >= 0)) AS part_amount, toFloat64(countIf(ttft_ms >= 0)) AS part_per, toUnixTimestamp64Milli(max(timestamp)) AS part_seen
FROM file('rows')
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND provider = {provider: String}
  AND positionCaseInsensitiveUTF8(model, {model: String}) > 0
  AND eval_run = 0
GROUP BY key
LIMIT {limit: UInt32}
-- account = 7
-- retainedSeconds = 1700000999
-- project = 3
-- quartersTo = 1700086500
-- provider = "openai"
-- model = "gpt"
-- retained = 1700000100000
-- end = 1700086500001
-- outsideFrom = 1700001000000
-- outsideTo = 1700086500000
-- limit = 10000
