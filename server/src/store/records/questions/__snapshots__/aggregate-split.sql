SELECT intDiv(toUnixTimestamp(bucket), {step: UInt32}) AS key, toFloat64(sum(calls)) AS part_n, toFloat64(sum(cost_usd)) AS part_amount, toFloat64(0) AS part_unpriced, toFloat64(0) AS part_unpriced_tokens, toUnixTimestamp64Milli(max(last_seen)) AS part_seen, toUInt8(indexOf({places: Array(String)}, model)) AS place
FROM agg_15m
WHERE account = {account: UInt32}
  AND bucket > {retainedSeconds: UInt32}
  AND project = {project: UInt32}
  AND bucket < {quartersTo: UInt32}
GROUP BY key, place
LIMIT {limit: UInt32}
UNION ALL
SELECT intDiv(toUnixTimestamp(timestamp), {step: UInt32}) AS key, toFloat64(0) AS part_n, toFloat64(0) AS part_amount, toFloat64(countIf(price_source = 'none' AND total_tokens > 0)) AS part_unpriced, toFloat64(sumIf(total_tokens, price_source = 'none' AND total_tokens > 0)) AS part_unpriced_tokens, toInt64(0) AS part_seen, toUInt8(indexOf({places: Array(String)}, model)) AS place
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND timestamp >= fromUnixTimestamp64Milli({insideFrom: Int64}) AND timestamp < fromUnixTimestamp64Milli({insideTo: Int64})
  AND price_source = 'none' AND total_tokens > 0
GROUP BY key, place
LIMIT {limit: UInt32}
-- step = 10800
-- places = ["gpt-4o","o3"]
-- account = 7
-- retainedSeconds = 1700000099
-- project = 3
-- quartersTo = 1700086500
-- retained = 1700000099999
-- end = 1700086500000
-- insideFrom = 1700000100000
-- insideTo = 1700086500000
-- limit = 10000

SELECT intDiv(toUnixTimestamp(timestamp), {step: UInt32}) AS key, toFloat64(count()) AS part_n, toFloat64(countIf(error != '')) AS part_amount, toFloat64(count()) AS part_per, toUnixTimestamp64Milli(max(timestamp)) AS part_seen, if(mapContains(tags, {splitTag: String}), toUInt8(indexOf({places: Array(String)}, tags[{splitTag: String}])), 0) AS place
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
GROUP BY key, place
LIMIT {limit: UInt32}
-- step = 600
-- places = ["prod"]
-- splitTag = "env"
-- account = 7
-- retained = 1700000099999
-- project = 3
-- end = 1700086500000
-- limit = 10000
