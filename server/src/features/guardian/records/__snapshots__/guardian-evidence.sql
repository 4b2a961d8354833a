SELECT id, trace_id AS traceId, substring(error, 1, 200) AS error
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND project = {ofProject: UInt32}
  AND error != ''
ORDER BY timestamp DESC, id
LIMIT 20
-- account = 7
-- retained = 1700000000000
-- start = 1
-- end = 2
-- ofProject = 3

SELECT id, trace_id AS traceId, substring(error, 1, 200) AS error
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND project = {ofProject: UInt32}
  AND provider = {provider: String} AND model = {model: String}
  AND error = ''
  AND JSONExtractString(request_meta, 'responseModel') = {responseModel: String}
ORDER BY latency_ms DESC, id
LIMIT 20
-- account = 7
-- retained = 1700000000000
-- start = 1
-- end = 2
-- ofProject = 3
-- provider = "openai"
-- model = "it's"
-- responseModel = "x"
