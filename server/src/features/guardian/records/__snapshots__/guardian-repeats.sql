SELECT project, trace_id AS traceId, source, any(told) AS told, toString(hash) AS hash, toFloat64(count()) AS times,
  toFloat64(min(ms)) AS firstMs, toFloat64(max(ms)) AS lastMs,
  arrayMap(each -> each.2, arraySlice(arrayReverseSort(groupArrayIf(1000)((ms, id), source = 'call')), 1, 20)) AS callIds
FROM (
SELECT project, trace_id, id, 'call' AS source, substring(tool_calls, 1, 2000) AS told, tools_hash AS hash, toUnixTimestamp64Milli(timestamp) AS ms
FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND eval_run = 0
  AND timestamp >= fromUnixTimestamp64Milli({eldest: Int64})
  AND trace_id IN (
SELECT trace_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND eval_run = 0
  AND timestamp >= fromUnixTimestamp64Milli({oldest: Int64})
  AND received_at > fromUnixTimestamp64Milli({afterMs: Int64})
  AND received_at <= fromUnixTimestamp64Milli({untilMs: Int64})
  AND trace_id != ''
UNION DISTINCT
SELECT trace_id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({oldest: Int64})
  AND received_at > fromUnixTimestamp64Milli({afterMs: Int64})
  AND received_at <= fromUnixTimestamp64Milli({untilMs: Int64})
  AND trace_id != ''
)
  AND tools_hash != 0
UNION ALL
SELECT project, trace_id, id, 'observation' AS source, name AS told, input_hash AS hash, toUnixTimestamp64Milli(timestamp) AS ms
FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({eldest: Int64})
  AND trace_id IN (
SELECT trace_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND eval_run = 0
  AND timestamp >= fromUnixTimestamp64Milli({oldest: Int64})
  AND received_at > fromUnixTimestamp64Milli({afterMs: Int64})
  AND received_at <= fromUnixTimestamp64Milli({untilMs: Int64})
  AND trace_id != ''
UNION DISTINCT
SELECT trace_id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({oldest: Int64})
  AND received_at > fromUnixTimestamp64Milli({afterMs: Int64})
  AND received_at <= fromUnixTimestamp64Milli({untilMs: Int64})
  AND trace_id != ''
)
  AND type = 'tool'
  AND input_hash != 0
)
GROUP BY project, trace_id, source, hash
HAVING times >= {least: Float64}
ORDER BY times DESC, traceId, source, hash
LIMIT 500
-- account = 7
-- retained = 1700000000000
-- eldest = 1699927200000
-- oldest = 1700013600000
-- afterMs = 1700100000000
-- untilMs = 1700100300000
-- least = 5
