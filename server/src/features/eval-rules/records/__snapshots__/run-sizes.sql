SELECT tokens, written, content, count() OVER () AS runs, toUnixTimestamp64Milli(min(begun) OVER ()) AS first_ms
FROM (
SELECT max(total_tokens) AS tokens, max(completion_tokens) AS written, toUInt8(max(has_content)) AS content,
  min(timestamp) AS begun, max(timestamp) AS ended
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND eval_run = 0
  AND trace_id != ''
GROUP BY trace_id
)
ORDER BY ended DESC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- limit = 100

SELECT tokens, written, content, count() OVER () AS runs, toUnixTimestamp64Milli(min(begun) OVER ()) AS first_ms
FROM (
SELECT max(total_tokens) AS tokens, max(completion_tokens) AS written, toUInt8(max(has_content)) AS content,
  min(timestamp) AS begun, max(timestamp) AS ended
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND positionCaseInsensitiveUTF8(model, {model: String}) > 0
  AND eval_run = 0
  AND session_id != ''
GROUP BY session_id
)
ORDER BY ended DESC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- model = "gpt"
-- limit = 9
