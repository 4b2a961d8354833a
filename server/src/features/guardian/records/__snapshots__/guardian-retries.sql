SELECT project, provider, model, toString(input_hash) AS hash,
  groupArray(1000)((toFloat64(toUnixTimestamp64Milli(timestamp)), toUInt8(error != ''))) AS attempts,
  groupArrayIf(20)(id, error != '') AS callIds, groupUniqArrayIf(10)(trace_id, trace_id != '') AS traceIds
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND eval_run = 0
  AND timestamp >= fromUnixTimestamp64Milli({since: Int64})
  AND input_hash IN (SELECT input_hash FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND eval_run = 0
  AND timestamp >= fromUnixTimestamp64Milli({oldest: Int64})
  AND received_at > fromUnixTimestamp64Milli({afterMs: Int64})
  AND received_at <= fromUnixTimestamp64Milli({untilMs: Int64})
  AND error != ''
  AND input_hash != 0)
GROUP BY project, provider, model, input_hash
HAVING count() >= {leastAttempts: UInt32} AND countIf(error != '') >= {leastFailures: UInt32}
ORDER BY count() DESC, hash
LIMIT 200
-- account = 7
-- retained = 1700000000000
-- since = 1
-- oldest = 1700013600000
-- afterMs = 1700100000000
-- untilMs = 1700100300000
-- leastAttempts = 10
-- leastFailures = 7
