SELECT intDiv(toUnixTimestamp(timestamp), {step: UInt32}) AS step, roundDown(latency_ms, {starts: Array(Float64)}) AS start, toFloat64(count()) AS calls
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
GROUP BY step, start
-- account = 7
-- retained = 1692224100000
-- project = 3
-- start = 1700000100000
-- end = 1700086500000
-- starts = [0,0.5,7]
-- step = 10800
