SELECT kind, id, of_type AS type, substringUTF8(called, 1, 256) AS name, span_id AS spanId, parent_span_id AS parentSpanId,
  toUnixTimestamp64Milli(at) AS startMs, took AS durationMs, substringUTF8(failed, 1, 300) AS error, by_provider AS provider,
  by_model AS model, tokens AS totalTokens, cost AS costUsd, of_agent AS agent, of_tool AS tool, session_id AS sessionId, user_id AS userId, asked AS tools
FROM (
(SELECT 'llm' AS kind, id, timestamp AS at, 'llm' AS of_type,
  if(name = '', toString(model), toString(name)) AS called,
  span_id, parent_span_id, latency_ms AS took, toString(error) AS failed, toString(provider) AS by_provider, toString(model) AS by_model,
  total_tokens AS tokens, cost_usd AS cost, toString(agent) AS of_agent, '' AS of_tool, session_id, user_id, arraySlice(arrayFilter(tool_name -> tool_name != '', arrayMap(one -> if(JSONExtractString(one, 'name') = '', JSONExtractString(one, 'function', 'name'), JSONExtractString(one, 'name')), JSONExtractArrayRaw(tool_calls))), 1, 50) AS asked
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id = {traceId: String}
  AND timestamp >= fromUnixTimestamp64Milli({from: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({to: Int64})
ORDER BY timestamp, id
LIMIT {limit: UInt32})
UNION ALL
(SELECT 'observation' AS kind, id, timestamp AS at, toString(type) AS of_type,
  name AS called,
  span_id, parent_span_id, duration_ms AS took, toString(error) AS failed, '' AS by_provider, '' AS by_model,
  toFloat64(0) AS tokens, toFloat64(0) AS cost, toString(agent) AS of_agent, toString(tool) AS of_tool, session_id, user_id, CAST([], 'Array(String)') AS asked
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id = {traceId: String}
  AND timestamp >= fromUnixTimestamp64Milli({from: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({to: Int64})
ORDER BY timestamp, id
LIMIT {limit: UInt32})
)
ORDER BY at, id
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- traceId = "trace"
-- from = 1700000000000
-- to = 1700000009000
-- limit = 5001

SELECT toFloat64(sum(found)) AS total
FROM (
SELECT count() AS found
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id = {traceId: String}
  AND timestamp >= fromUnixTimestamp64Milli({from: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({to: Int64})
UNION ALL
SELECT count() AS found
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id = {traceId: String}
  AND timestamp >= fromUnixTimestamp64Milli({from: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({to: Int64})
)
-- account = 7
-- retained = 1700000000000
-- project = 3
-- traceId = "trace"
-- from = 1700000000000
-- to = 1700000009000

SELECT kind, id, of_type AS type, substringUTF8(called, 1, 256) AS name, span_id AS spanId, parent_span_id AS parentSpanId,
  toUnixTimestamp64Milli(at) AS startMs, took AS durationMs, substringUTF8(failed, 1, 300) AS error, by_provider AS provider,
  by_model AS model, tokens AS totalTokens, cost AS costUsd, of_agent AS agent, of_tool AS tool, session_id AS sessionId, user_id AS userId, asked AS tools
FROM (
(SELECT 'llm' AS kind, id, timestamp AS at, 'llm' AS of_type,
  if(name = '', toString(model), toString(name)) AS called,
  span_id, parent_span_id, latency_ms AS took, toString(error) AS failed, toString(provider) AS by_provider, toString(model) AS by_model,
  total_tokens AS tokens, cost_usd AS cost, toString(agent) AS of_agent, '' AS of_tool, session_id, user_id, arraySlice(arrayFilter(tool_name -> tool_name != '', arrayMap(one -> if(JSONExtractString(one, 'name') = '', JSONExtractString(one, 'function', 'name'), JSONExtractString(one, 'name')), JSONExtractArrayRaw(tool_calls))), 1, 50) AS asked
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND trace_id = {traceId: String}
  AND timestamp >= fromUnixTimestamp64Milli({from: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({to: Int64})
  AND (timestamp, id) > (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
  AND timestamp >= fromUnixTimestamp64Milli({afterMs: Int64})
ORDER BY timestamp, id
LIMIT {limit: UInt32})
UNION ALL
(SELECT 'observation' AS kind, id, timestamp AS at, toString(type) AS of_type,
  name AS called,
  span_id, parent_span_id, duration_ms AS took, toString(error) AS failed, '' AS by_provider, '' AS by_model,
  toFloat64(0) AS tokens, toFloat64(0) AS cost, toString(agent) AS of_agent, toString(tool) AS of_tool, session_id, user_id, CAST([], 'Array(String)') AS asked
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND trace_id = {traceId: String}
  AND timestamp >= fromUnixTimestamp64Milli({from: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({to: Int64})
  AND (timestamp, id) > (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
  AND timestamp >= fromUnixTimestamp64Milli({afterMs: Int64})
ORDER BY timestamp, id
LIMIT {limit: UInt32})
)
ORDER BY at, id
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- traceId = "trace"
-- from = 1700000000000
-- to = 1700000009000
-- afterMs = 1700000000500
-- afterId = "it's"
-- limit = 5001
