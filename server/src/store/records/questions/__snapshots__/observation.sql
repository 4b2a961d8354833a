SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, type, name, duration_ms, error, trace_id,
  span_id, parent_span_id, session_id, attributes, has_content, tool, operation, tags,
  (user_id, agent, release, environment, service, mcp_server) AS labels
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id = {traceId: String}
  AND id = {id: String}
LIMIT 1
-- account = 7
-- retained = 1700000000000
-- project = 3
-- traceId = "trace"
-- id = "it's"
