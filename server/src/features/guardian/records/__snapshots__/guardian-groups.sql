SELECT project, provider, model, JSONExtractString(request_meta, 'responseModel') AS responseModel,
  toFloat64(count()) AS calls, toFloat64(countIf(error != '')) AS errors, toFloat64(countIf(pii_redacted)) AS redacted,
  toFloat64(countIf(error != '' AND input_hash != 0)) AS failedInputs, toFloat64(min(toUnixTimestamp64Milli(timestamp))) AS firstMs,
  arraySort(groupUniqArray(toUInt32(intDiv(toUnixTimestamp64Milli(timestamp), 900000)))) AS quarters
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND eval_run = 0
  AND timestamp >= fromUnixTimestamp64Milli({oldest: Int64})
  AND received_at > fromUnixTimestamp64Milli({afterMs: Int64})
  AND received_at <= fromUnixTimestamp64Milli({untilMs: Int64})
GROUP BY project, provider, model, responseModel
ORDER BY calls DESC, project, provider, model, responseModel
LIMIT 5000
-- account = 7
-- retained = 1700000000000
-- oldest = 1700013600000
-- afterMs = 1700100000000
-- untilMs = 1700100300000
