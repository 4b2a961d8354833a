SELECT 1 AS present, toString(key) AS name, n AS calls, seen AS seen_ms,
  amount AS value,
  sum(n) OVER () AS total_calls,
  sum(amount) OVER () AS total,
  unpriced, unpriced_tokens, sum(unpriced) OVER () AS total_unpriced, sum(unpriced_tokens) OVER () AS total_unpriced_tokens
FROM (
SELECT key, sum(part_n) AS n, sum(part_amount) AS amount, sum(part_unpriced) AS unpriced, sum(part_unpriced_tokens) AS unpriced_tokens, max(part_seen) AS seen
FROM (
SELECT provider AS key, toFloat64(sum(calls)) AS part_n, toFloat64(sum(cost_usd)) AS part_amount, toFloat64(0) AS part_unpriced, toFloat64(0) AS part_unpriced_tokens, toUnixTimestamp64Milli(max(last_seen)) AS part_seen
FROM agg_15m
WHERE account = {account: UInt32}
  AND bucket > {retainedSeconds: UInt32}
  AND project = {project: UInt32}
  AND bucket < {quartersTo: UInt32}
GROUP BY key
UNION ALL
SELECT provider AS key, toFloat64(0) AS part_n, toFloat64(0) AS part_amount, toFloat64(countIf(price_source = 'none' AND total_tokens > 0)) AS part_unpriced, toFloat64(sumIf(total_tokens, price_source = 'none' AND total_tokens > 0)) AS part_unpriced_tokens, toInt64(0) AS part_seen
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND timestamp >= fromUnixTimestamp64Milli({insideFrom: Int64}) AND timestamp < fromUnixTimestamp64Milli({insideTo: Int64})
  AND price_source = 'none' AND total_tokens > 0
GROUP BY key
)
GROUP BY key
HAVING n != 0
)
ORDER BY present DESC, value DESC NULLS LAST, key
LIMIT {limit: UInt32}
-- account = 7
-- retainedSeconds = 1700000099
-- project = 3
-- quartersTo = 1700086500
-- retained = 1700000099999
-- end = 1700086500000
-- insideFrom = 1700000100000
-- insideTo = 1700086500000
-- limit = 10000
