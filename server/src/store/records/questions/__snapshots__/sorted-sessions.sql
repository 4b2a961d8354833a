SELECT session_id AS id, end_ms AS value,
  toUnixTimestamp64Milli(timestamp) AS from_ms, toUnixTimestamp64Milli(last_at) AS to_ms
FROM (
SELECT of_session AS session_id,
  min(at) AS timestamp,
  max(at) AS last_at,
  max(toUnixTimestamp64Milli(at) + took) AS end_ms
FROM (
SELECT session_id AS of_session, timestamp AS at, latency_ms AS took
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND session_id != ''
  AND eval_run = 0
UNION ALL
SELECT session_id AS of_session, timestamp AS at, duration_ms AS took
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND session_id != ''
)
WHERE of_session IN (SELECT session_id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND session_id != ''
UNION ALL SELECT session_id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND session_id != '')
GROUP BY of_session
HAVING timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
)
ORDER BY value ASC, id ASC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- limit = 51
