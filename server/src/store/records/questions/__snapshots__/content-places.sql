SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, has_content
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp IN (SELECT timestamp FROM call_ids WHERE account = {account: UInt32} AND id_hash IN {idHashes: Array(UInt64)})
  AND id IN {ids: Array(String)}
UNION ALL
SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, has_content
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp IN (SELECT timestamp FROM call_ids WHERE account = {account: UInt32} AND id_hash IN {idHashes: Array(UInt64)})
  AND id IN {ids: Array(String)}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- idHashes = ["7507206357686875002n","8373925281069404567n"]
-- ids = ["it's","aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbb"]
