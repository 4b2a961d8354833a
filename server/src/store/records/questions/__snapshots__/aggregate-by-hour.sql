SELECT 1 AS present, toString(key) AS name, n AS calls, seen AS seen_ms,
  amount AS value,
  sum(n) OVER () AS total_calls,
  sum(amount) OVER () AS total
FROM (
SELECT key, sum(part_n) AS n, sum(part_amount) AS amount, max(part_seen) AS seen
FROM (
SELECT intDiv(toUnixTimestamp(bucket), {step: UInt32}) AS key, toFloat64(sum(calls)) AS part_n, toFloat64(sum(cost_usd)) AS part_amount, toUnixTimestamp64Milli(max(last_seen)) AS part_seen
FROM agg_15m
WHERE account = {account: UInt32}
  AND bucket > {retainedSeconds: UInt32}
  AND project = {project: UInt32}
  AND bucket < {quartersTo: UInt32}
GROUP BY key
)
GROUP BY key
HAVING n != 0
)
ORDER BY present DESC, key
LIMIT {limit: UInt32}
-- step = 3600
-- account = 7
-- retainedSeconds = 1700000099
-- project = 3
-- quartersTo = 1700086500
-- limit = 10000
