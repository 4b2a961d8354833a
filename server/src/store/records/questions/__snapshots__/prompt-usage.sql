SELECT if(has({promptIds: Array(UInt32)}, prompt_id), {promptVersions: Array(String)}[indexOf({promptIds: Array(UInt32)}, prompt_id)], toString(prompt_version)) AS told, toFloat64(count()) AS found, sum(cost_usd) AS cost, sum(total_tokens) AS tokens,
  toFloat64(countIf(error != '')) AS failed, avg(latency_ms) AS mean_ms, quantileExactInclusive(0.95)(latency_ms) AS p95_ms,
  toUnixTimestamp64Milli(max(timestamp)) AS seen_ms
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND (has({promptIds: Array(UInt32)}, prompt_id) OR prompt_name = {promptName: String})
GROUP BY told
ORDER BY found DESC, told
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- promptName = "it's"
-- promptIds = [5,4]
-- promptVersions = ["2","1"]
-- limit = 200
