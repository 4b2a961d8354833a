SELECT project, trace_id AS traceId, toFloat64(count()) AS spans, toFloat64(sum(of_call)) AS calls, sum(cost) AS costUsd,
  toFloat64(min(ms)) AS firstMs, toFloat64(max(ms)) AS lastMs,
  arrayMap(each -> each.2, arraySlice(arrayReverseSort(groupArrayIf(1000)((cost, id), of_call = 1)), 1, 20)) AS callIds
FROM (
SELECT project, trace_id, id, 1 AS of_call, cost_usd AS cost, toUnixTimestamp64Milli(timestamp) AS ms FROM calls WHERE account = {account: UInt32}
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
UNION ALL
SELECT project, trace_id, id, 0 AS of_call, 0. AS cost, toUnixTimestamp64Milli(timestamp) AS ms FROM observations WHERE account = {account: UInt32}
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
)
GROUP BY project, trace_id
HAVING spans >= {leastSpans: Float64} OR costUsd >= {leastCost: Float64}
ORDER BY costUsd DESC, spans DESC, traceId
LIMIT 200
-- account = 7
-- retained = 1700000000000
-- eldest = 1699927200000
-- oldest = 1700013600000
-- afterMs = 1700100000000
-- untilMs = 1700100300000
-- leastSpans = 60
-- leastCost = 0.5
