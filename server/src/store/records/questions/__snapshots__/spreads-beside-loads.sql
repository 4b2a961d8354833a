SELECT intDiv(toUnixTimestamp(timestamp), {step: UInt32}) AS step, toFloat64(count()) AS calls,
  quantilesExactInclusive(0.5, 0.95, 0.99, 0.999)(latency_ms) AS ranks, max(latency_ms) AS top
FROM (
SELECT timestamp, latency_ms
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
UNION ALL
SELECT timestamp, latency_ms
FROM file('rows')
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
)
GROUP BY step
ORDER BY step
-- account = 7
-- retained = 1692224100000
-- project = 3
-- start = 1700000100000
-- end = 1700086500000
-- step = 86400

SELECT roundDown(latency_ms, {starts: Array(Float64)}) AS start, toFloat64(count()) AS calls
FROM (
SELECT latency_ms
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
UNION ALL
SELECT latency_ms
FROM file('rows')
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
)
GROUP BY start
-- account = 7
-- retained = 1692224100000
-- project = 3
-- start = 1700000100000
-- end = 1700086500000
-- starts = [0,0.5,7]
