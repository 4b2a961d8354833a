SELECT toUnixTimestamp64Milli(timestamp) AS timestamp_ms, project, eval_run
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp IN (SELECT timestamp FROM call_ids WHERE account = {account: UInt32} AND id_hash = {idHash: UInt64})
  AND id = {id: String}
LIMIT 1
-- account = 7
-- retained = 1700000000000
-- project = 3
-- idHash = "7507206357686875002n"
-- id = "it's"
