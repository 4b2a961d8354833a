SELECT agent != '' AS present, agent AS key, toFloat64(count()) AS part_n, toFloat64(sum(cost_usd)) AS part_amount, toFloat64(countIf(price_source = 'none' AND total_tokens > 0)) AS part_unpriced, toFloat64(sumIf(total_tokens, price_source = 'none' AND total_tokens > 0)) AS part_unpriced_tokens, toUnixTimestamp64Milli(max(timestamp)) AS part_seen
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
GROUP BY present, key
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000099999
-- project = 3
-- end = 1700086500000
-- limit = 10000

WITH arrayJoin(arrayPushBack(arrayMap(one -> (1, toString(one)), arrayDistinct(arrayFilter(tool_name -> tool_name != '', arrayMap(one -> if(JSONExtractString(one, 'name') = '', JSONExtractString(one, 'function', 'name'), JSONExtractString(one, 'name')), JSONExtractArrayRaw(tool_calls))))), (2, ''))) AS at
SELECT at.1 AS present, at.2 AS key, toFloat64(count()) AS part_n, toFloat64(countIf(error != '')) AS part_amount, toFloat64(count()) AS part_per, toUnixTimestamp64Milli(max(timestamp)) AS part_seen
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
GROUP BY at
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000099999
-- project = 3
-- end = 1700086500000
-- limit = 10000

SELECT present, toString(key) AS name, n AS calls, seen AS seen_ms,
  amount AS value,
  sumIf(n, present = 2) OVER () AS total_calls,
  sumIf(amount, present = 2) OVER () AS total,
  unpriced, unpriced_tokens, sumIf(unpriced, present = 2) OVER () AS total_unpriced, sumIf(unpriced_tokens, present = 2) OVER () AS total_unpriced_tokens
FROM (
SELECT present, key, sum(part_n) AS n, sum(part_amount) AS amount, sum(part_unpriced) AS unpriced, sum(part_unpriced_tokens) AS unpriced_tokens, max(part_seen) AS seen
FROM (
WITH arrayJoin(arrayPushBack(arrayMap(one -> (1, toString(one)), arrayDistinct(arrayFilter(tool_name -> tool_name != '', arrayMap(one -> if(JSONExtractString(one, 'name') = '', JSONExtractString(one, 'function', 'name'), JSONExtractString(one, 'name')), JSONExtractArrayRaw(tool_calls))))), (2, ''))) AS at
SELECT at.1 AS present, at.2 AS key, toFloat64(count()) AS part_n, toFloat64(sum(cost_usd)) AS part_amount, toFloat64(countIf(price_source = 'none' AND total_tokens > 0)) AS part_unpriced, toFloat64(sumIf(total_tokens, price_source = 'none' AND total_tokens > 0)) AS part_unpriced_tokens, toUnixTimestamp64Milli(max(timestamp)) AS part_seen
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
GROUP BY at
)
GROUP BY present, key
HAVING n != 0
)
ORDER BY present DESC, value DESC NULLS LAST, key
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000099999
-- project = 3
-- end = 1700086500000
-- limit = 10001

WITH arrayJoin([(toUInt8(1), toInt64(intDiv(toUnixTimestamp(timestamp), {step: UInt32}))), (2, 0)]) AS at
SELECT at.1 AS present, at.2 AS key, toFloat64(count()) AS part_n, toFloat64(uniqExactIf(user_id, user_id != '')) AS part_amount, toUnixTimestamp64Milli(max(timestamp)) AS part_seen, arrayJoin(arrayPushBack(if(empty(arrayFilter(each -> each != 0, arrayMap(one -> toUInt8(indexOf({places: Array(String)}, one)), arrayDistinct(arrayFilter(tool_name -> tool_name != '', arrayMap(one -> if(JSONExtractString(one, 'name') = '', JSONExtractString(one, 'function', 'name'), JSONExtractString(one, 'name')), JSONExtractArrayRaw(tool_calls))))))), [toUInt8(0)], arrayFilter(each -> each != 0, arrayMap(one -> toUInt8(indexOf({places: Array(String)}, one)), arrayDistinct(arrayFilter(tool_name -> tool_name != '', arrayMap(one -> if(JSONExtractString(one, 'name') = '', JSONExtractString(one, 'function', 'name'), JSONExtractString(one, 'name')), JSONExtractArrayRaw(tool_calls))))))), toUInt8(255))) AS place
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
GROUP BY at, place
LIMIT {limit: UInt32}
-- step = 86400
-- places = ["search"]
-- account = 7
-- retained = 1700000099999
-- project = 3
-- end = 1700086500000
-- limit = 10000
