SELECT id, if(has({promptIds: Array(UInt32)}, prompt_id), {promptVersions: Array(String)}[indexOf({promptIds: Array(UInt32)}, prompt_id)], toString(prompt_version)) AS told
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND (has({promptIds: Array(UInt32)}, prompt_id) OR prompt_name = {promptName: String})
  AND eval_run = 0
  AND timestamp IN (SELECT fromUnixTimestamp64Milli(arrayJoin({times: Array(Int64)})))
  AND id IN {ids: Array(String)}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- promptName = "it's"
-- promptIds = [5,4]
-- promptVersions = ["2","1"]
-- times = ["1n"]
-- ids = ["a","b"]
