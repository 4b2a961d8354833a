SELECT id, trace_id AS traceId, span_id AS spanId, parent_span_id AS parentSpanId, kind, toString(type) AS type,
  substringUTF8(name, 1, 256) AS name, toString(agent) AS agent, toString(tool) AS tool,
  toUnixTimestamp64Milli(timestamp) AS startMs, latency_ms AS durationMs, substringUTF8(error, 1, 300) AS error,
  session_id AS sessionId, user_id AS userId, toString(release) AS release, toString(environment) AS environment,
  toString(provider) AS provider, toString(model) AS model, total_tokens AS totalTokens, cost_usd AS costUsd
FROM (
(SELECT id, trace_id, span_id, parent_span_id, kind, type, name, agent, tool, timestamp, latency_ms, error, session_id, user_id, release, environment, provider, model, total_tokens, cost_usd
FROM (SELECT id, timestamp, project, trace_id, span_id, parent_span_id, session_id, user_id, error, tags, has_content,
  agent, release, environment, service, operation, mcp_server,
  'llm' AS kind, 'llm' AS type, if(name = '', toString(model), toString(name)) AS name, '' AS tool, latency_ms, ttft_ms, eval_run, prompt_id,
  provider, model, finish_reason, gateway, prompt_name, prompt_version, price_source, total_tokens, prompt_tokens, completion_tokens, cost_usd
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64}))
WHERE (positionCaseInsensitiveUTF8(model, {search: String}) > 0 OR positionCaseInsensitiveUTF8(id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(error, {search: String}) > 0 OR positionCaseInsensitiveUTF8(trace_id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(session_id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(user_id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(name, {search: String}) > 0 OR positionCaseInsensitiveUTF8(tool, {search: String}) > 0 OR positionCaseInsensitiveUTF8(agent, {search: String}) > 0 OR arrayExists(tag -> positionCaseInsensitiveUTF8(tag, {search: String}) > 0, arrayConcat(mapKeys(tags), mapValues(tags))))
  AND eval_run = 0
  AND type = {type: String}
  AND (substringUTF8(name, 1, 256), timestamp, id) > ({afterValue: String}, fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
ORDER BY substringUTF8(name, 1, 256) ASC, timestamp ASC, id ASC
LIMIT {limit: UInt32})
UNION ALL
(SELECT id, trace_id, span_id, parent_span_id, kind, type, name, agent, tool, timestamp, latency_ms, error, session_id, user_id, release, environment, provider, model, total_tokens, cost_usd
FROM (SELECT id, timestamp, project, trace_id, span_id, parent_span_id, session_id, user_id, error, tags, has_content,
  agent, release, environment, service, operation, mcp_server,
  'observation' AS kind, type, name, tool, duration_ms AS latency_ms, toFloat64(-1) AS ttft_ms, toUInt32(0) AS eval_run,
  toUInt32(0) AS prompt_id, '' AS provider, '' AS model, '' AS finish_reason, '' AS gateway, '' AS prompt_name, '' AS prompt_version, '' AS price_source,
  toFloat64(0) AS total_tokens, toFloat64(0) AS prompt_tokens, toFloat64(0) AS completion_tokens, toFloat64(0) AS cost_usd
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64}))
WHERE (positionCaseInsensitiveUTF8(model, {search: String}) > 0 OR positionCaseInsensitiveUTF8(id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(error, {search: String}) > 0 OR positionCaseInsensitiveUTF8(trace_id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(session_id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(user_id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(name, {search: String}) > 0 OR positionCaseInsensitiveUTF8(tool, {search: String}) > 0 OR positionCaseInsensitiveUTF8(agent, {search: String}) > 0 OR arrayExists(tag -> positionCaseInsensitiveUTF8(tag, {search: String}) > 0, arrayConcat(mapKeys(tags), mapValues(tags))))
  AND eval_run = 0
  AND type = {type: String}
  AND (substringUTF8(name, 1, 256), timestamp, id) > ({afterValue: String}, fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
ORDER BY substringUTF8(name, 1, 256) ASC, timestamp ASC, id ASC
LIMIT {limit: UInt32})
)
ORDER BY substringUTF8(name, 1, 256) ASC, timestamp ASC, id ASC
LIMIT {limit: UInt32}
-- search = "it's"
-- type = "tool"
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- afterMs = 1700000000500
-- afterId = "x"
-- afterValue = "search"
-- limit = 51

SELECT id, trace_id AS traceId, span_id AS spanId, parent_span_id AS parentSpanId, kind, toString(type) AS type,
  substringUTF8(name, 1, 256) AS name, toString(agent) AS agent, toString(tool) AS tool,
  toUnixTimestamp64Milli(timestamp) AS startMs, latency_ms AS durationMs, substringUTF8(error, 1, 300) AS error,
  session_id AS sessionId, user_id AS userId, toString(release) AS release, toString(environment) AS environment,
  toString(provider) AS provider, toString(model) AS model, total_tokens AS totalTokens, cost_usd AS costUsd
FROM (
(SELECT id, trace_id, span_id, parent_span_id, kind, type, name, agent, tool, timestamp, latency_ms, error, session_id, user_id, release, environment, provider, model, total_tokens, cost_usd
FROM (SELECT id, timestamp, project, trace_id, span_id, parent_span_id, session_id, user_id, error, tags, has_content,
  agent, release, environment, service, operation, mcp_server,
  'llm' AS kind, 'llm' AS type, if(name = '', toString(model), toString(name)) AS name, '' AS tool, latency_ms, ttft_ms, eval_run, prompt_id,
  provider, model, finish_reason, gateway, prompt_name, prompt_version, price_source, total_tokens, prompt_tokens, completion_tokens, cost_usd
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64}))
WHERE eval_run = 0
  AND (timestamp, id) < (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
  AND timestamp <= fromUnixTimestamp64Milli({afterMs: Int64})
ORDER BY timestamp DESC, id DESC
LIMIT {limit: UInt32})
UNION ALL
(SELECT id, trace_id, span_id, parent_span_id, kind, type, name, agent, tool, timestamp, latency_ms, error, session_id, user_id, release, environment, provider, model, total_tokens, cost_usd
FROM (SELECT id, timestamp, project, trace_id, span_id, parent_span_id, session_id, user_id, error, tags, has_content,
  agent, release, environment, service, operation, mcp_server,
  'observation' AS kind, type, name, tool, duration_ms AS latency_ms, toFloat64(-1) AS ttft_ms, toUInt32(0) AS eval_run,
  toUInt32(0) AS prompt_id, '' AS provider, '' AS model, '' AS finish_reason, '' AS gateway, '' AS prompt_name, '' AS prompt_version, '' AS price_source,
  toFloat64(0) AS total_tokens, toFloat64(0) AS prompt_tokens, toFloat64(0) AS completion_tokens, toFloat64(0) AS cost_usd
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64}))
WHERE eval_run = 0
  AND (timestamp, id) < (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
  AND timestamp <= fromUnixTimestamp64Milli({afterMs: Int64})
ORDER BY timestamp DESC, id DESC
LIMIT {limit: UInt32})
)
ORDER BY timestamp DESC, id DESC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- afterMs = 1700000000500
-- afterId = "x"
-- limit = 51
