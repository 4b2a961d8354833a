SELECT project, provider, model, toUInt32(intDiv(toUnixTimestamp64Milli(timestamp), 900000)) AS quarter,
  toFloat64(count()) AS calls, toFloat64(countIf(error != '')) AS errors,
  toFloat64(countIf(error != '' AND input_hash = 0) + uniqExactIf(input_hash, error != '' AND input_hash != 0)) AS failedInputs,
  sum(cost_usd) AS costUsd, max(cost_usd) AS maxCostUsd,
  toFloat64(countIf(error = '')) AS answered,
  if(answered = 0, 0, quantileExactInclusiveIf(0.75)(latency_ms, error = '')) AS p75LatencyMs,
  toFloat64(max(toUnixTimestamp64Milli(timestamp))) AS lastMs
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND intDiv(toUnixTimestamp64Milli(timestamp), 900000) IN {quarters: Array(UInt32)}
GROUP BY project, provider, model, quarter
ORDER BY quarter, project, provider, model
-- account = 7
-- retained = 1700000000000
-- start = 1700100000000
-- end = 1700101800000
-- quarters = [1889000,1889001]
