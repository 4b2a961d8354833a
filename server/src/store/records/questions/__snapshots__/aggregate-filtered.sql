SELECT 1 AS present, toString(key) AS name, n AS calls, seen AS seen_ms,
  if(per = 0, NULL, amount / per) AS value,
  sum(n) OVER () AS total_calls,
  if(sum(per) OVER () = 0, NULL, sum(amount) OVER () / sum(per) OVER ()) AS total
FROM (
SELECT key, sum(part_n) AS n, sum(part_amount) AS amount, sum(part_per) AS per, max(part_seen) AS seen
FROM (
SELECT intDiv(toUnixTimestamp(timestamp), {step: UInt32}) AS key, toFloat64(count()) AS part_n, toFloat64(countIf(error != '')) AS part_amount, toFloat64(count()) AS part_per, toUnixTimestamp64Milli(max(timestamp)) AS part_seen
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND tags[{tagKey0: String}] = {tagValue0: String}
  AND positionCaseInsensitiveUTF8(error, {error: String}) > 0
  AND eval_run = 0
GROUP BY key
)
GROUP BY key
HAVING n != 0
)
ORDER BY present DESC, key
LIMIT {limit: UInt32}
-- step = 3600
-- account = 7
-- retained = 1700000099999
-- project = 3
-- end = 1700086500000
-- tagKey0 = "env"
-- tagValue0 = "x"
-- error = "boom"
-- limit = 10000
