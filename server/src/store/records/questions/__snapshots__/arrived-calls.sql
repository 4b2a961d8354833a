SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, toUnixTimestamp64Milli(received_at) AS received_ms
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND eval_run = 0
  AND timestamp >= fromUnixTimestamp64Milli({oldest: Int64})
  AND received_at >= fromUnixTimestamp64Milli({arrived: Int64})
ORDER BY received_at, id
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- oldest = 1699913600000
-- arrived = 1700000000000
-- limit = 2000

SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, toUnixTimestamp64Milli(received_at) AS received_ms
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND positionCaseInsensitiveUTF8(model, {model: String}) > 0
  AND eval_run = 0
  AND timestamp >= fromUnixTimestamp64Milli({oldest: Int64})
  AND received_at >= fromUnixTimestamp64Milli({arrived: Int64})
  AND (received_at, id) > (fromUnixTimestamp64Milli({arrived: Int64}), {afterId: String})
ORDER BY received_at, id
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- model = "gpt"
-- oldest = 1699913600000
-- arrived = 1700000000500
-- afterId = "it's"
-- limit = 2000
