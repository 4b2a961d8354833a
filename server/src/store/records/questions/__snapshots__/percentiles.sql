SELECT toFloat64(count()) AS calls,
  quantilesExactInclusive(0.5, 0.95, 0.99, 0.999)(latency_ms) AS ranks, max(latency_ms) AS top
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

SELECT intDiv(toUnixTimestamp(timestamp) + {shift: Int32}, {step: UInt32}) AS step, toFloat64(count()) AS calls,
  quantilesExactInclusive(0.5, 0.95, 0.99, 0.999)(cost_usd) AS ranks, max(cost_usd) AS top
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
GROUP BY step
ORDER BY step
-- account = 7
-- retained = 1692224100000
-- project = 3
-- start = 1700000100000
-- end = 1700086500000
-- shift = -50400
-- step = 86400

SELECT toFloat64(count()) AS calls,
  quantilesExactWeightedInterpolated(0.5, 0.95, 0.99, 0.999)(latency_ms, 1) AS ranks, max(latency_ms) AS top
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
