SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND error != ''
  AND eval_run = 0
ORDER BY timestamp DESC, id DESC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- start = 1
-- end = 2
-- limit = 200

SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND error = ''
  AND eval_run = 0
  AND timestamp <= fromUnixTimestamp64Milli({afterMs: Int64})
  AND (timestamp, id) < (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
ORDER BY timestamp DESC, id DESC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1
-- end = 2
-- afterMs = 1700000000500
-- afterId = "it's"
-- limit = 800
