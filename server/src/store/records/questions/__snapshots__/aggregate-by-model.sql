SELECT present, toString(key) AS name, n AS calls, seen AS seen_ms,
  amount AS value,
  sum(n) OVER () AS total_calls,
  sum(amount) OVER () AS total
FROM (
SELECT present, key, sum(part_n) AS n, sum(part_amount) AS amount, max(part_seen) AS seen
FROM (
SELECT toUInt8(1) AS present, model AS key, toFloat64(sum(calls)) AS part_n, toFloat64(sum(cost_usd)) AS part_amount, toUnixTimestamp64Milli(max(last_seen)) AS part_seen
FROM agg_15m
WHERE account = {account: UInt32}
  AND bucket > toDateTime({retainedSeconds: UInt32}, 'UTC')
  AND project = {project: UInt32}
  AND bucket >= toDateTime({quartersFrom: UInt32}, 'UTC') AND bucket < toDateTime({quartersTo: UInt32}, 'UTC')
GROUP BY present, key
)
GROUP BY present, key
HAVING n != 0
)
ORDER BY present DESC, value DESC NULLS LAST, key
LIMIT {limit: UInt32}
-- account = 7
-- retainedSeconds = 1692224100
-- project = 3
-- quartersFrom = 1700000100
-- quartersTo = 1700086500
-- limit = 10000
