SELECT tool != '' AS present, tool AS key, toFloat64(count()) AS part_n, toFloat64(sum(latency_ms)) AS part_amount, toFloat64(count()) AS part_per, toUnixTimestamp64Milli(max(timestamp)) AS part_seen
FROM (SELECT id, timestamp, project, trace_id, span_id, parent_span_id, session_id, user_id, error, tags, has_content,
  agent, release, environment, service, operation, mcp_server,
  'llm' AS kind, 'llm' AS type, if(name = '', toString(model), toString(name)) AS name, '' AS tool, latency_ms, ttft_ms, eval_run, prompt_id,
  provider, model, finish_reason, gateway, prompt_name, prompt_version, price_source, total_tokens, prompt_tokens, completion_tokens, cost_usd
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64}))
WHERE latency_ms >= {where0: Float64}
  AND eval_run = 0
  AND type = {type: String}
  AND positionCaseInsensitiveUTF8(name, {name: String}) > 0
GROUP BY present, key
LIMIT {limit: UInt32}
UNION ALL
SELECT tool != '' AS present, tool AS key, toFloat64(count()) AS part_n, toFloat64(sum(latency_ms)) AS part_amount, toFloat64(count()) AS part_per, toUnixTimestamp64Milli(max(timestamp)) AS part_seen
FROM (SELECT id, timestamp, project, trace_id, span_id, parent_span_id, session_id, user_id, error, tags, has_content,
  agent, release, environment, service, operation, mcp_server,
  'llm' AS kind, 'llm' AS type, if(name = '', toString(model), toString(name)) AS name, '' AS tool, latency_ms, ttft_ms, eval_run, prompt_id,
  provider, model, finish_reason, gateway, prompt_name, prompt_version, price_source, total_tokens, prompt_tokens, completion_tokens, cost_usd
FROM file('calls')
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64}))
WHERE latency_ms >= {where0: Float64}
  AND eval_run = 0
  AND type = {type: String}
  AND positionCaseInsensitiveUTF8(name, {name: String}) > 0
GROUP BY present, key
LIMIT {limit: UInt32}
UNION ALL
SELECT tool != '' AS present, tool AS key, toFloat64(count()) AS part_n, toFloat64(sum(latency_ms)) AS part_amount, toFloat64(count()) AS part_per, toUnixTimestamp64Milli(max(timestamp)) AS part_seen
FROM (SELECT id, timestamp, project, trace_id, span_id, parent_span_id, session_id, user_id, error, tags, has_content,
  agent, release, environment, service, operation, mcp_server,
  'observation' AS kind, type, name, tool, duration_ms AS latency_ms, toFloat64(-1) AS ttft_ms, toUInt32(0) AS eval_run,
  toUInt32(0) AS prompt_id, '' AS provider, '' AS model, '' AS finish_reason, '' AS gateway, '' AS prompt_name, '' AS prompt_version, '' AS price_source,
  toFloat64(0) AS total_tokens, toFloat64(0) AS prompt_tokens, toFloat64(0) AS completion_tokens, toFloat64(0) AS cost_usd
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64}))
WHERE latency_ms >= {where0: Float64}
  AND eval_run = 0
  AND type = {type: String}
  AND positionCaseInsensitiveUTF8(name, {name: String}) > 0
GROUP BY present, key
LIMIT {limit: UInt32}
UNION ALL
SELECT tool != '' AS present, tool AS key, toFloat64(count()) AS part_n, toFloat64(sum(latency_ms)) AS part_amount, toFloat64(count()) AS part_per, toUnixTimestamp64Milli(max(timestamp)) AS part_seen
FROM (SELECT id, timestamp, project, trace_id, span_id, parent_span_id, session_id, user_id, error, tags, has_content,
  agent, release, environment, service, operation, mcp_server,
  'observation' AS kind, type, name, tool, duration_ms AS latency_ms, toFloat64(-1) AS ttft_ms, toUInt32(0) AS eval_run,
  toUInt32(0) AS prompt_id, '' AS provider, '' AS model, '' AS finish_reason, '' AS gateway, '' AS prompt_name, '' AS prompt_version, '' AS price_source,
  toFloat64(0) AS total_tokens, toFloat64(0) AS prompt_tokens, toFloat64(0) AS completion_tokens, toFloat64(0) AS cost_usd
FROM file('observations')
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64}))
WHERE latency_ms >= {where0: Float64}
  AND eval_run = 0
  AND type = {type: String}
  AND positionCaseInsensitiveUTF8(name, {name: String}) > 0
GROUP BY present, key
LIMIT {limit: UInt32}
-- where0 = 5
-- type = "tool"
-- name = "sea"
-- account = 7
-- retained = 1692224100000
-- project = 3
-- start = 1700000100000
-- end = 1700086500000
-- limit = 10000

SELECT intDiv(toUnixTimestamp(timestamp), {step: UInt32}) AS step, toFloat64(count()) AS calls,
  quantilesExactInclusive(0.5, 0.95, 0.99, 0.999)(latency_ms) AS ranks, max(latency_ms) AS top
FROM (
SELECT timestamp, latency_ms
FROM (SELECT id, timestamp, project, trace_id, span_id, parent_span_id, session_id, user_id, error, tags, has_content,
  agent, release, environment, service, operation, mcp_server,
  'llm' AS kind, 'llm' AS type, if(name = '', toString(model), toString(name)) AS name, '' AS tool, latency_ms, ttft_ms, eval_run, prompt_id,
  provider, model, finish_reason, gateway, prompt_name, prompt_version, price_source, total_tokens, prompt_tokens, completion_tokens, cost_usd
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64}))
WHERE eval_run = 0
UNION ALL
SELECT timestamp, latency_ms
FROM (SELECT id, timestamp, project, trace_id, span_id, parent_span_id, session_id, user_id, error, tags, has_content,
  agent, release, environment, service, operation, mcp_server,
  'observation' AS kind, type, name, tool, duration_ms AS latency_ms, toFloat64(-1) AS ttft_ms, toUInt32(0) AS eval_run,
  toUInt32(0) AS prompt_id, '' AS provider, '' AS model, '' AS finish_reason, '' AS gateway, '' AS prompt_name, '' AS prompt_version, '' AS price_source,
  toFloat64(0) AS total_tokens, toFloat64(0) AS prompt_tokens, toFloat64(0) AS completion_tokens, toFloat64(0) AS cost_usd
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64}))
WHERE eval_run = 0
)
GROUP BY step
ORDER BY step
-- account = 7
-- retained = 1692224100000
-- project = 3
-- start = 1700000100000
-- end = 1700086500000
-- step = 86400
