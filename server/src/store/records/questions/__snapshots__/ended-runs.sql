SELECT run_id, toUnixTimestamp64Milli(max(came)) AS received_ms
FROM (
SELECT trace_id AS run_id, received_at AS came FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({oldest: Int64})
  AND received_at >= fromUnixTimestamp64Milli({arrived: Int64})
  AND trace_id != ''
  AND eval_run = 0
UNION ALL
SELECT trace_id AS run_id, received_at AS came FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({oldest: Int64})
  AND received_at >= fromUnixTimestamp64Milli({arrived: Int64})
  AND trace_id != ''
)
GROUP BY run_id
HAVING toUnixTimestamp64Milli(max(came)) <= {until: Int64}
ORDER BY received_ms, run_id
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- oldest = 1749913600000
-- arrived = 1750000000000
-- until = 1750000060000
-- limit = 2000

SELECT run_id, toUnixTimestamp64Milli(max(came)) AS received_ms
FROM (
SELECT session_id AS run_id, received_at AS came FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({oldest: Int64})
  AND received_at >= fromUnixTimestamp64Milli({arrived: Int64})
  AND session_id != ''
  AND eval_run = 0
UNION ALL
SELECT session_id AS run_id, received_at AS came FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({oldest: Int64})
  AND received_at >= fromUnixTimestamp64Milli({arrived: Int64})
  AND session_id != ''
)
GROUP BY run_id
HAVING toUnixTimestamp64Milli(max(came)) <= {until: Int64} AND (toUnixTimestamp64Milli(max(came)), run_id) > ({arrived: Int64}, {afterId: String})
ORDER BY received_ms, run_id
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- oldest = 1749913600000
-- arrived = 1750000000005
-- until = 1750000060000
-- limit = 2000
-- afterId = "it's"
