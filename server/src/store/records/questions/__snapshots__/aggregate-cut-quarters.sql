SELECT 1 AS present, toString(key) AS name, n AS calls, seen AS seen_ms,
  if(per = 0, NULL, amount / per) AS value,
  sum(n) OVER () AS total_calls,
  if(sum(per) OVER () = 0, NULL, sum(amount) OVER () / sum(per) OVER ()) AS total
FROM (
SELECT key, sum(part_n) AS n, sum(part_amount) AS amount, sum(part_per) AS per, max(part_seen) AS seen
FROM (
SELECT model AS key, toFloat64(sum(calls)) AS part_n, toFloat64(sum(ttft_sum_ms)) AS part_amount, toFloat64(sum(ttft_calls)) AS part_per, toUnixTimestamp64Milli(max(last_seen)) AS part_seen
FROM agg_15m
WHERE account = {account: UInt32}
  AND bucket > {retainedSeconds: UInt32}
  AND project = {project: UInt32}
  AND bucket < {quartersTo: UInt32}
  AND provider = {provider: String}
  AND positionCaseInsensitiveUTF8(model, {model: String}) > 0
GROUP BY key
UNION ALL
SELECT model AS key, toFloat64(count()) AS part_n, toFloat64(sumIf(ttft_ms, ttft_ms >= 0)) AS part_amount, toFloat64(countIf(ttft_ms >= 0)) AS part_per, toUnixTimestamp64Milli(max(timestamp)) AS part_seen
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND provider = {provider: String}
  AND positionCaseInsensitiveUTF8(model, {model: String}) > 0
  AND eval_run = 0
  AND (timestamp < fromUnixTimestamp64Milli({outsideFrom: Int64}) OR timestamp >= fromUnixTimestamp64Milli({outsideTo: Int64}))
GROUP BY key
)
GROUP BY key
HAVING n != 0
)
ORDER BY present DESC, value DESC NULLS LAST, key
LIMIT {limit: UInt32}
-- account = 7
-- retainedSeconds = 1700000999
-- project = 3
-- quartersTo = 1700086500
-- provider = "openai"
-- model = "gpt"
-- retained = 1700000100000
-- end = 1700086500001
-- outsideFrom = 1700001000000
-- outsideTo = 1700086500000
-- limit = 10000
