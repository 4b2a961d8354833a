SELECT toUInt8(1) AS present, intDiv(toUnixTimestamp(bucket) + {shift: Int32}, {step: UInt32}) AS key, toFloat64(sum(calls)) AS part_n, toFloat64(sum(cost_usd)) AS part_amount, toUnixTimestamp64Milli(max(last_seen)) AS part_seen, toUInt8(indexOf({places: Array(String)}, model)) AS place
FROM agg_15m
WHERE account = {account: UInt32}
  AND bucket > toDateTime({retainedSeconds: UInt32}, 'UTC')
  AND project = {project: UInt32}
  AND bucket >= toDateTime({quartersFrom: UInt32}, 'UTC') AND bucket < toDateTime({quartersTo: UInt32}, 'UTC')
GROUP BY present, key, place
LIMIT {limit: UInt32}
-- shift = 0
-- step = 10800
-- places = ["gpt-4o","o3"]
-- account = 7
-- retainedSeconds = 1692224100
-- project = 3
-- quartersFrom = 1700000100
-- quartersTo = 1700086500
-- limit = 10000

SELECT toUInt8(1) AS present, intDiv(toUnixTimestamp(timestamp) + {shift: Int32}, {step: UInt32}) AS key, toFloat64(count()) AS part_n, toFloat64(countIf(error != '')) AS part_amount, toFloat64(count()) AS part_per, toUnixTimestamp64Milli(max(timestamp)) AS part_seen, if(mapContains(tags, {splitTag: String}), toUInt8(indexOf({places: Array(String)}, tags[{splitTag: String}])), 0) AS place
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
GROUP BY present, key, place
LIMIT {limit: UInt32}
-- shift = 0
-- step = 600
-- places = ["prod"]
-- splitTag = "env"
-- account = 7
-- retained = 1692224100000
-- project = 3
-- start = 1700000100000
-- end = 1700086500000
-- limit = 10000
