SELECT toUInt32(point) AS point, toFloat64(count()) AS calls, toFloat64(countIf(failed)) AS errors, toFloat64(sum(cost_usd)) AS cost, quantileExactInclusive(0.95)(latency_ms) AS p95
FROM (
SELECT error != '' AS failed, cost_usd, latency_ms, toUnixTimestamp64Milli(timestamp) - {firstStart: Int64} AS since,
  arrayJoin(range(
    toUInt32(greatest(0, intDiv(since - {windowMs: Int64} + {stepMs: Int64}, {stepMs: Int64}))),
    toUInt32(least(toInt64({points: UInt32}), intDiv(since, {stepMs: Int64}) + 1)))) AS point
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
)
GROUP BY point
ORDER BY point
-- account = 7
-- retained = 1697408123000
-- project = 3
-- start = 1698776123000
-- end = 1700000123000
-- firstStart = 1698776123000
-- windowMs = 14400000
-- stepMs = 3600000
-- points = 337
