SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, project, has_content
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND eval_run = 0
ORDER BY timestamp DESC, id DESC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- limit = 500

SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, project, has_content
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND eval_run = 0
  AND timestamp <= fromUnixTimestamp64Milli({afterMs: Int64})
  AND (timestamp, id) < (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
ORDER BY timestamp DESC, id DESC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- afterMs = 1700000000500
-- afterId = "it's"
-- limit = 4000

SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, project, has_content
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND eval_run = 0
  AND timestamp IN (SELECT fromUnixTimestamp64Milli(arrayJoin({times: Array(Int64)})))
  AND id IN {ids: Array(String)}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- times = ["1n"]
-- ids = ["a","b"]
