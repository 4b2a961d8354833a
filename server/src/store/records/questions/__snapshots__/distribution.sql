SELECT toFloat64(count()) AS calls, min(latency_ms) AS min, minIf(latency_ms, latency_ms > 0) AS minPositive, max(latency_ms) AS max
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
-- account = 7
-- retained = 1692224100000
-- project = 3
-- start = 1700000100000
-- end = 1700086500000

SELECT roundDown(latency_ms, {starts: Array(Float64)}) AS start, toFloat64(count()) AS calls
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
GROUP BY start
-- account = 7
-- retained = 1692224100000
-- project = 3
-- start = 1700000100000
-- end = 1700086500000
-- starts = [0,0.5,7]
