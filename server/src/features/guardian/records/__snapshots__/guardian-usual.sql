SELECT project, toFloat64(count()) AS quarters, toFloat64(uniqExact(toDate(bucket))) AS days,
  toFloat64(sum(n)) AS calls, toFloat64(sum(failed)) AS errors, quantileExactInclusive(0.5)(cost) AS q50,
  quantileExactInclusive(0.9)(cost) AS q90, quantileExactInclusive(0.99)(cost) AS q99
FROM (
SELECT project, bucket, sum(calls) AS n, sum(errors) AS failed, sum(cost_usd) AS cost
FROM agg_15m
WHERE account = {account: UInt32}
  AND bucket > {retainedSeconds: UInt32}
  AND bucket >= toDateTime({from: UInt32}, 'UTC')
  AND bucket < toDateTime({to: UInt32}, 'UTC')
GROUP BY project, bucket
HAVING n > 0
)
GROUP BY project
ORDER BY project
-- account = 7
-- retainedSeconds = 1700000000
-- from = 1699999200
-- to = 1700100000

SELECT project, provider, model, toFloat64(count()) AS calls, toFloat64(uniqExact(toDate(timestamp))) AS days,
  quantileExactInclusive(0.5)(latency_ms) AS q50, quantileExactInclusive(0.95)(latency_ms) AS q95
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND error = ''
  AND cityHash64(id) % {oneIn: UInt32} = 0
GROUP BY project, provider, model
ORDER BY project, provider, model
-- account = 7
-- retained = 1700000000000
-- start = 1700000000000
-- end = 1700100000000
-- oneIn = 4

SELECT project, toFloat64(count()) AS traces,
  quantileExactInclusive(0.5)(spans) AS spans50, quantileExactInclusive(0.95)(spans) AS spans95,
  quantileExactInclusive(0.5)(cost) AS cost50, quantileExactInclusive(0.95)(cost) AS cost95
FROM (
SELECT project, trace_id, count() AS spans, sum(cost) AS cost
FROM (
SELECT project, trace_id, cost_usd AS cost FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND trace_id != '' AND cityHash64(trace_id) % {oneIn: UInt32} = 0
UNION ALL
SELECT project, trace_id, 0. AS cost FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({fromMs: Int64})
  AND timestamp < fromUnixTimestamp64Milli({toMs: Int64})
  AND trace_id != '' AND cityHash64(trace_id) % {oneIn: UInt32} = 0
)
GROUP BY project, trace_id
)
GROUP BY project
ORDER BY project
-- account = 7
-- retained = 1700000000000
-- fromMs = 1700000000000
-- toMs = 1700100000000
-- oneIn = 4
-- start = 1700000000000
-- end = 1700100000000

SELECT project, provider, model, JSONExtractString(request_meta, 'responseModel') AS responseModel,
  toFloat64(count()) AS calls, toFloat64(min(toUnixTimestamp64Milli(timestamp))) AS firstMs,
  toFloat64(max(toUnixTimestamp64Milli(timestamp))) AS lastMs
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND model IN {models: Array(String)}
GROUP BY project, provider, model, responseModel
HAVING responseModel != ''
ORDER BY project, provider, model, responseModel
-- account = 7
-- retained = 1700000000000
-- start = 1700000000000
-- end = 1700100000000
-- models = ["gpt-5"]
