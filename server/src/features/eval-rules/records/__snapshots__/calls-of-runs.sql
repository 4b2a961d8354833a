SELECT trace_id AS run_id, argMax(id, (timestamp, id)) AS call_id, toUnixTimestamp64Milli(max(timestamp)) AS timestamp_ms
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND eval_run = 0
  AND timestamp >= fromUnixTimestamp64Milli({oldest: Int64})
  AND trace_id IN {runs: Array(String)}
GROUP BY trace_id
-- account = 7
-- retained = 1700000000000
-- oldest = 1749913600000
-- runs = ["t"]

SELECT session_id AS run_id, argMax(id, (timestamp, id)) AS call_id, toUnixTimestamp64Milli(max(timestamp)) AS timestamp_ms
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND positionCaseInsensitiveUTF8(model, {model: String}) > 0
  AND eval_run = 0
  AND timestamp >= fromUnixTimestamp64Milli({oldest: Int64})
  AND session_id IN {runs: Array(String)}
GROUP BY session_id
-- account = 7
-- retained = 1700000000000
-- project = 3
-- model = "gpt"
-- oldest = 1749913600000
-- runs = ["s"]
